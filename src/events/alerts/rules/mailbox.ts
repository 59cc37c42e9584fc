/** Whether mail can be sent to an address. It is stricter than sign-in, where an address is only a name. */
export const isMailbox = (address: string): boolean =>
  address.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(address)
