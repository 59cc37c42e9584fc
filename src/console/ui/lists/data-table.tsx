import { ActionIcon, Card, Menu, NativeSelect, Stack, Table, UnstyledButton } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconColumns } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../languages/messages'
import { PageLink } from '../pages/link'
import { Pager } from './pager'
import { Empty, Failed, Loading, NoMatch } from '../pages/query-states'
import { SearchInput } from './search-input'
import { selectByKey } from './select-by-key'
import { TableFrame } from './table-frame'
import type { List } from './use-list'
import { useStableRows } from './use-stable-rows'

export interface Column<T> {
  readonly key: string
  readonly label: string
  readonly cell: (row: T) => ReactNode
  /** Whether a value such as a key is not broken in a table, unless it is very long. */
  readonly isWhole?: boolean
  /** The field by which the service sorts. */
  readonly sort?: string
  /** Whether the column is hidden until the user shows it. */
  readonly isExtra?: boolean
  /** Like `isExtra`, but hidden also in browsers that stored a choice of columns before this one existed. */
  readonly isOptional?: boolean
}

interface DataTableProps<T> {
  /** The accessible name of the table. */
  readonly name: string
  /** The name under which browsers store the hidden columns. It never changes, nor do column keys. */
  readonly storedAs: string
  readonly list: List<T>
  /** The first column contains the name and the link of the row, and can't be hidden. */
  readonly columns: readonly [Column<T>, ...Column<T>[]]
  readonly keyOf: (row: T) => string | number
  readonly hrefOf?: (row: T) => string
  /** Shown before the first column, such as a checkbox. */
  readonly lead?: ((row: T) => ReactNode) | undefined
  /** Shown above `lead`, such as a checkbox for all rows. */
  readonly leadOfAll?: ReactNode
  /** What can be done with the selected rows, below the rows. */
  readonly selection?: ReactNode
  /** The contents of a card on a narrow screen, instead of one line for each column. */
  readonly card?: (row: T) => ReactNode
  /** Shown when there are no rows and no filters. */
  readonly empty: ReactNode
  /** Label of the search field; without it there is no search field. */
  readonly search?: string
  /** More filters, next to the search field. */
  readonly filters?: ReactNode
  /** Whether the user orders the rows. Those of other lists do not move while the pointer or the focus is on them. */
  readonly isOrderedByUser?: boolean
  /** About how many rows will arrive, so that what is below the list keeps its place. */
  readonly expected?: number
}

/** Shows a paged list of the service: a table, or cards on a narrow screen. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { name, storedAs, columns, search, filters, empty, isOrderedByUser = false, expected = 8 } = props
  const steady = useStableRows(props.list, props.keyOf, isOrderedByUser)
  const list = { ...props.list, rows: steady.rows }
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `whereabouts.hidden.${storedAs}`,
    defaultValue: columns.filter(({ isExtra }) => isExtra).map(({ key }) => key),
    getInitialValueInEffect: false,
  })
  const [first, ...others] = columns
  const shown = [first, ...others.filter((column) => isShown(column, hidden))] as const

  const content = () => {
    if (list.isLoading) return <Loading lines={Math.min(expected, list.limit)} />
    if (list.rows.length === 0 && list.error) return <Failed error={list.error} onRetry={list.reload} />
    if (list.rows.length === 0)
      return <Empty>{list.isNarrowed ? <NoMatch onWiden={list.widen} /> : empty}</Empty>
    const shownProps = { ...props, list, columns: shown }
    if (isNarrow) return <Cards {...shownProps} />
    const menu =
      others.length < 3 ? null : <ColumnMenu columns={others} hidden={hidden} onChange={setHidden} />
    return <Rows {...shownProps} menu={menu} />
  }
  return (
    <Stack gap="sm">
      <div className="toolbar">
        {search !== undefined && <SearchInput label={search} value={list.q} onSearch={list.search} />}
        {filters}
        {isNarrow && (list.isLoading || list.rows.length > 0) && <SortSelect list={list} columns={columns} />}
        {isNarrow && list.rows.length > 0 && props.leadOfAll}
      </div>
      <div aria-busy={list.isStale} className={list.isStale ? 'fading' : undefined} {...steady.holds}>
        {content()}
      </div>
      {props.selection && <div className="selection-dock">{props.selection}</div>}
      <Pager name={name} list={list} />
    </Stack>
  )
}

/** The stored list contains the hidden columns, and the optional columns that are shown with "+" before their keys. */
const isShown = (
  { key, isOptional = false }: Pick<Column<unknown>, 'key' | 'isOptional'>,
  stored: readonly string[],
): boolean => (isOptional ? stored.includes(`+${key}`) : !stored.includes(key))

const isDescending = (sort: string, field: string): boolean => sort === `-${field}`

function Rows<T>({
  name,
  list,
  columns,
  keyOf,
  hrefOf,
  lead,
  leadOfAll,
  menu,
}: DataTableProps<T> & { readonly menu: ReactNode }) {
  const [, navigate] = useLocation()
  /** A click anywhere in the row opens it. Keyboard users have the link in the first column. */
  const follow = (event: MouseEvent, row: T) => {
    const isOwn = (event.target as Element).closest('a, button, input') !== null
    if (hrefOf && !isOwn && getSelection()?.isCollapsed !== false) navigate(hrefOf(row))
  }
  return (
    <TableFrame columns={menu}>
      <Table highlightOnHover={hrefOf !== undefined} verticalSpacing={9} aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            {lead && (
              <Table.Th scope="col" w="2.5rem">
                {leadOfAll ?? <span className="visually-hidden">{t('Selected')}</span>}
              </Table.Th>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} list={list} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={selectByKey}>
          {list.rows.map((row) => (
            <Table.Tr
              key={keyOf(row)}
              data-row
              className={hrefOf && 'clickable'}
              onClick={(event) => follow(event, row)}
            >
              {lead && <Table.Td>{lead(row)}</Table.Td>}
              {columns.map((column, at) =>
                at === 0 && hrefOf ? (
                  <Table.Td key={column.key} className="row-name">
                    <PageLink href={hrefOf(row)} inherit>
                      {column.cell(row)}
                    </PageLink>
                  </Table.Td>
                ) : (
                  <Table.Td key={column.key}>
                    {column.isWhole ? <div className="whole">{column.cell(row)}</div> : column.cell(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}

function Header<T>({
  column: { label, sort },
  list,
}: {
  readonly column: Column<T>
  readonly list: List<T>
}) {
  if (sort === undefined) return <Table.Th scope="col">{label}</Table.Th>
  const isUp = list.sort === sort
  const isDown = isDescending(list.sort, sort)
  const order = isUp ? 'ascending' : 'descending'
  return (
    <Table.Th scope="col" aria-sort={isUp || isDown ? order : 'none'}>
      <UnstyledButton className="sorter" onClick={() => list.sortBy(isUp ? `-${sort}` : sort)}>
        {label}
        {isUp && <IconArrowUp size={14} aria-hidden />}
        {isDown && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}

function Cards<T>({ name, list, columns, keyOf, hrefOf, lead, card }: DataTableProps<T>) {
  const [title, ...others] = columns
  if (card)
    return (
      <ul className="card-rows" aria-label={name}>
        {list.rows.map((row) => (
          <li key={keyOf(row)}>{card(row)}</li>
        ))}
      </ul>
    )
  return (
    <ul className="cards" aria-label={name} onKeyDown={selectByKey}>
      {list.rows.map((row) => (
        <Card component="li" key={keyOf(row)} data-row withBorder padding="sm">
          <div className="card-title">
            {lead?.(row)}
            {hrefOf ? <PageLink href={hrefOf(row)}>{title.cell(row)}</PageLink> : title.cell(row)}
          </div>
          <dl className="pairs">
            {others.map((column) => (
              <div key={column.key}>
                <dt>{column.label}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </ul>
  )
}

/** Sorts cards, which have no column headings to click. */
function SortSelect<T>({ list, columns }: Pick<DataTableProps<T>, 'list' | 'columns'>) {
  const options = columns.flatMap(({ label, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: `${label} ↑` },
          { value: `-${sort}`, label: `${label} ↓` },
        ],
  )
  if (options.length === 0) return null
  return (
    <NativeSelect
      aria-label={t('Sort by')}
      data={options}
      value={list.sort}
      onChange={(event) => list.sortBy(event.currentTarget.value)}
    />
  )
}

interface ColumnMenuProps<T> {
  readonly columns: readonly Column<T>[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

function ColumnMenu<T>({ columns, hidden, onChange }: ColumnMenuProps<T>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Columns')}>
          <IconColumns size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => {
          const entry = column.isOptional ? `+${column.key}` : column.key
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={isShown(column, hidden)}
              onChange={() =>
                onChange(
                  hidden.includes(entry) ? hidden.filter((other) => other !== entry) : [...hidden, entry],
                )
              }
            >
              {column.label}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
