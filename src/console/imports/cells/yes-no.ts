/** Reads yes and no as people write them in spreadsheets. */

const yes = `true|yes|y|1|x|✓|✔|☑|on|ok|active|in use|in service|enabled|available|operational|working
|wahr|ja|j|aktiv|in betrieb|in benutzung|in verwendung|vorhanden
|vrai|oui|o|actif|active|en service|utilisé
|verdadero|sí|si|s|activo|activa|en uso|en servicio
|vero|attivo|in uso|waar|actief|in gebruik|sim|verdadeiro|ativo|em uso
|tak|t|prawda|aktywny|da|д|да|активен|так|ano|pravda|evet|kyllä|igen|hai|はい|是`

const no = `false|no|n|0|✗|✘|☐|off|inactive|not active|not in use|out of use|out of service|disabled
|retired|disposed|scrapped|decommissioned
|falsch|nein|inaktiv|nicht aktiv|außer betrieb|ausser betrieb|nicht in betrieb|stillgelegt|ausgemustert
|faux|non|inactif|hors service|inutilisé
|falso|inactivo|inactiva|fuera de uso|fuera de servicio
|inattivo|fuori uso|onwaar|nee|inactief|buiten gebruik|não|nao|inativo|fora de uso
|nie|fałsz|nieaktywny|nu|нет|н|неактивен|ні|ne|nepravda|hayır|ei|nem|nej|いいえ|否`

const fold = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

const listed = (list: string, value: boolean) => list.split('|').map((word) => [fold(word), value] as const)

const values: ReadonlyMap<string, boolean> = new Map([...listed(yes, true), ...listed(no, false)])

/** Returns undefined for a word that is not known. */
export const readYesNo = (text: string): boolean | undefined => values.get(fold(text))
