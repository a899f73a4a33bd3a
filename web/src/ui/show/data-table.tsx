import { Table, Text } from '@mantine/core';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface Column<T> {
  key: string;
  /** The text of the header; empty for a column of buttons. */
  title: string;
  cell: (row: T) => ReactNode;
  /** A second, dimmed line, such as a description. */
  under?: (row: T) => ReactNode;
  align?: 'start' | 'end';
}

interface DataTableProps<T> {
  /** The label of the table for screen readers. */
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** The address of a row: the first column becomes a link, and a click anywhere in the row follows it. */
  to?: (row: T) => string;
  /** A table of many columns, or of long values: its rows are cards on tablets as well. */
  wide?: true;
}

// The roles are explicit because the card layout for narrow places (table.css) changes `display`, which removes the elements' own roles.
export function DataTable<T>({ label, rows, columns, keyOf, to, wide }: DataTableProps<T>) {
  const t = useWords(kitWords);
  return (
    <Table.ScrollContainer
      className={wide ? 'data-table table-wide' : 'data-table'}
      minWidth={480}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table verticalSpacing="sm" aria-label={label} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ key, title, align = 'start' }) => (
              <Table.Th key={key} ta={align} role="columnheader">
                {title || <span className="visually-hidden">{t('actions')}</span>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} columns={columns} to={to?.(row)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row<T>({ row, columns, to }: { row: T; columns: readonly Column<T>[]; to: string | undefined }) {
  const navigate = useNavigate();
  const open = (event: React.MouseEvent) => {
    // Controls in the row handle their own clicks, and selecting text does not count as a click.
    if ((event.target as Element).closest('a,button,input,label') || getSelection()?.toString()) return;
    if (to) void navigate({ to });
  };
  return (
    <Table.Tr role="row" className={to ? 'table-row' : ''} onClick={open}>
      {columns.map(({ key, title, cell, under, align = 'start' }, index) => (
        <Table.Td key={key} ta={align} role="cell" data-title={title} data-align={align}>
          {to && index === 0 ? <Link to={to}>{cell(row)}</Link> : cell(row)}
          {under && (
            <Text size="sm" c="dimmed" className="table-under">
              {under(row)}
            </Text>
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
