/** Appends the check digit of GS1. From the right, the weights alternate between 3 and 1. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (let i = 1; i <= digits.length; i++) sum += Number(digits.at(-i)) * (i % 2 === 1 ? 3 : 1)
  return digits + ((10 - (sum % 10)) % 10)
}

/** Reports whether the last digit is the check digit of the others. */
export const hasCheckDigit = (digits: string): boolean => withCheckDigit(digits.slice(0, -1)) === digits
