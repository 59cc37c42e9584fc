import type { FieldColumn } from '../../fields/field-column'
import { t } from '../../languages/messages'

/** The fields of an asset that a column can contain, and the headings that people give these columns. */

export type Target =
  | 'external_key'
  | 'name'
  | 'description'
  | 'is_active'
  | 'valid_from'
  | 'valid_to'
  | 'tags_rfid'
  | 'tags_ble'
  | 'tags_barcode'
  | 'metadata'
  | 'location'
  | FieldColumn['target']

export interface TargetInfo<T extends string> {
  readonly target: T
  readonly label: string
  /** Other headings that are recognized, as `folded` returns them, the clearest first. */
  readonly aliases: readonly string[]
}

/** Divides a text into its words. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const keyHeadings = words(`
  key assetkey assetnumber assetno assetnr assetid assetcode assettag assettagid
  inventorynumber inventoryno inventorynr inventoryid inventorycode equipmentnumber equipmentno equipmentid
  itemnumber itemno itemid itemcode stocknumber stockno
  schlussel inventarnummer inventarnr anlagennummer anlagennr geratenummer geratenr artikelnummer artikelnr
  numerodinventaire numeroinventaire noinventaire ninventaire ndinventaire cle identifiant
  numerodeinventario numeroinventario codigodeinventario numerodeactivo codigodeactivo clave identificador
  numerodiinventario codiceinventario chiave inventarisnummer numerodopatrimonio
  importref stockitemid
  code codigo codice kennung reference referencia ref tagnumber tagno id number nummer numero no nr`)

export const nameHeadings = words(`
  assetname itemname equipmentname partname title label designation bezeichnung benennung name nom nombre nome naam
  libelle intitule denominacion denominazione
  asset item equipment product gerat geratename gegenstand objekt equipement article equipo articulo`)

export const descriptionHeadings = words(`
  desc remarks remark notes note comments comment details info memo
  beschreibung bemerkung bemerkungen anmerkung anmerkungen notiz notizen kommentar hinweis hinweise
  remarque remarques commentaire commentaires observation observations
  descripcion comentario comentarios observacion observaciones nota notas
  descrizione osservazioni note omschrijving opmerking opmerkingen descricao observacoes`)

export const targets: readonly TargetInfo<Target>[] = [
  { target: 'external_key', label: t('Key'), aliases: keyHeadings },
  { target: 'name', label: t('Name'), aliases: nameHeadings },
  { target: 'description', label: t('Description'), aliases: descriptionHeadings },
  {
    target: 'is_active',
    label: t('Active'),
    aliases: words(`
      active inuse enabled operational aktiv inbetrieb inbenutzung inverwendung actif enservice utilise
      activo enuso enservicio attivo inuso actief ingebruik ativo emuso
      status state zustand statut etat estado stato`),
  },
  {
    target: 'valid_from',
    label: t('Valid from'),
    aliases: words(`
      gultigab gultigvon valabledu valableapartirdu valideapartirdu validodesde validoda geldigvanaf
      inservicesince inservicefrom commissioned inbetriebnahme miseenservice
      startdate startdatum datededebut fechadeinicio fechainicio
      since from start seit ab von beginn debut desde inicio`),
  },
  {
    target: 'valid_to',
    label: t('Valid to'),
    aliases: words(`
      validuntil validtill gultigbis valablejusquau valablejusqua validejusquau validohasta validofinoa geldigtot
      expires expireson expirydate expirationdate expiry expiration ablaufdatum ablauf
      datedexpiration dateexpiration echeance fechadevencimiento fechadecaducidad vencimiento caducidad
      enddate enddatum datedefin fechadefin fechafin until bis hasta end ende fin to`),
  },
  {
    target: 'tags_rfid',
    label: t('RFID tags'),
    aliases: words(`
      epc rfid rfidtags rfidtag rfidcode rfidnumber rfidno rfidnummer rfidnr etiquetterfid etiquetarfid
      transponder tags tag`),
  },
  {
    target: 'tags_ble',
    label: t('BLE tags'),
    aliases: words('ble bletags bletag beacon beacons beaconid bluetooth bluetoothaddress macaddress mac'),
  },
  {
    target: 'tags_barcode',
    label: t('Barcodes'),
    aliases: words(`
      barcodes barcode barcodetags barcodenumber barcodeno barcodedata barcodecode128 barcodecode39
      barcodedatamatrix barcodeean13 barcodeexternalqr qrcode qr ean gtin upc
      strichcode barcodenummer codebarres codebarre codeabarres codigodebarras codiceabarre`),
  },
  {
    target: 'location',
    label: t('Location'),
    aliases: words(`
      standort lagerplatz lagerort stellplatz ort raum place room site whereabouts currentlocation
      locationpath locationname locationkey lieu emplacement localisation ubicacion lugar ubicazione luogo locatie plaats`),
  },
  { target: 'metadata', label: t('Metadata (JSON)'), aliases: words('extradata customdata') },
]

/** Returns the targets of all assets and those of the fields that the organization has defined. */
export const targetsWith = (fields: readonly FieldColumn[]): readonly TargetInfo<Target>[] => [
  ...targets,
  ...fields.map(({ target, label, heads }) => ({ target, label, aliases: heads.map(folded) })),
]

/** Homebox begins its headings with `HB.`, and Shelf those of custom fields with `cf:`, which end with their type. */
const prefix = /^(?:hb\.(?:field\.)?|cf:)/i
const typeAtEnd = /,\s*type:.*$/i

/** Returns a heading without its case, accents, spaces and punctuation, and without what other programs add to it. */
export const folded = (heading: string): string =>
  heading
    .replace(prefix, '')
    .replace(typeAtEnd, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')

/** Returns how a heading may be meant: `#` is a number, and `ue` is `ü` in programs without umlauts. */
function spellingsOf(heading: string): readonly string[] {
  const plain = folded(heading)
  return [plain, folded(heading.replaceAll(/[#№]/g, ' number ')), plain.replaceAll(/([aou])e/g, '$1')]
}

/** Returns the place of the clearest heading that this one is, from 0; -1 when it is none. */
const rankOf = (heading: string, names: readonly string[]): number =>
  spellingsOf(heading)
    .map((spelling) => names.indexOf(spelling))
    .find((rank) => rank >= 0) ?? -1

/** What the cells of columns tell. */
export interface Content {
  readonly isEmpty: (column: number) => boolean
  /** Whether the cells of a column can be what its heading says. */
  readonly suits: (target: string, heading: string, column: number) => boolean
}

const anyContent: Content = { isEmpty: () => false, suits: () => true }

/**
 * Guesses the target of each column from its heading; null for a column that is not recognized. When several columns match
 * a target, one with content gets it, of these the one with the clearest heading, and the first of equals.
 */
export function guessTargets<T extends string>(
  headings: readonly string[],
  known: readonly TargetInfo<T>[],
  { isEmpty, suits }: Content = anyContent,
): (T | null)[] {
  const guessed = headings.map((): T | null => null)
  for (const { target, aliases } of known) {
    const names = [folded(target), ...aliases]
    const ranked = headings
      .map((heading, column) => ({
        column,
        heading: folded(heading),
        isEmpty: isEmpty(column),
        rank: rankOf(heading, names),
      }))
      .filter(
        ({ column, heading, rank }) =>
          rank >= 0 && guessed[column] === null && suits(target, heading, column),
      )
      .toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty) || a.rank - b.rank)
    if (ranked[0]) guessed[ranked[0].column] = target
  }
  return guessed
}

/** Whether some of these cells are headings of fields of an asset or a location. */
export const areHeadings = (cells: readonly string[]): boolean => guessTargets(cells, targets).some(Boolean)
