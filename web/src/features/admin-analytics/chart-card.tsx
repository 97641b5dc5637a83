import { BYTE_ORDER_MARK, csvLine } from '@moviebooking/contract/csv';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useGradually } from '../../ui/use-gradually.ts';

export interface Measure<Row> {
  header: string;
  value: (row: Row) => string | number;
  format?: (value: number) => string;
  /** The page that the value links to. */
  to?: (row: Row) => string;
}

interface ChartCardProps<Row> {
  title: string;
  /** What is measured, with its unit. */
  unit: string;
  rows: Row[];
  /** The columns of the table view and of the CSV file. */
  measures: Measure<Row>[];
  controls?: ReactNode;
  children: ReactNode;
}

/** A chart that can also be shown as a table and downloaded as CSV. */
export function ChartCard<Row>({ title, unit, rows, measures, controls, children }: ChartCardProps<Row>) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const download = () => {
    const lines = [measures.map(({ header }) => header), ...rows.map((row) => measures.map(({ value }) => value(row)))];
    const file = new Blob([BYTE_ORDER_MARK, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `${title.toLowerCase().replaceAll(' ', '-')}.csv`);
  };
  return (
    <Card className="flex min-w-0 flex-col p-4 [contain-intrinsic-size:auto_24rem] [content-visibility:auto] sm:p-5">
      <section aria-labelledby={id} className="flex min-w-0 grow flex-col">
        <div className="mb-4 flex items-start gap-x-2">
          <div className="min-w-0 grow">
            <h2 id={id} className="font-semibold text-lg">
              {title}
            </h2>
            <p className="text-muted text-sm">{unit}</p>
          </div>
          <div className="-mt-1.5 -me-2 flex">
            <IconButton
              icon={isTable ? ChartColumn : Table2}
              label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
              title={isTable ? 'Chart' : 'Table'}
              onClick={() => setTable(!isTable)}
            />
            <IconButton icon={Download} label={`Download ${title} as CSV`} title="Download CSV" onClick={download} />
          </div>
        </div>
        {!isTable && controls}
        {rows.length === 0 ? (
          <p className="my-auto py-10 text-center text-muted">No data for this period yet.</p>
        ) : isTable ? (
          <ChartTable caption={title} rows={rows} measures={measures} />
        ) : (
          children
        )}
      </section>
    </Card>
  );
}

function ChartTable<Row>({ caption, rows, measures }: { caption: string; rows: Row[]; measures: Measure<Row>[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="max-h-80 overflow-auto [contain:inline-size]">
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr className="border-line border-b">
            {measures.map(({ header, format }) => (
              <th key={header} scope="col" className={`py-2 pe-4 font-semibold text-muted ${format ? 'text-end' : ''}`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {useGradually(rows, (_, index) => index).map((row, index) => (
            <tr key={index} className="border-line border-b last:border-b-0">
              {measures.map(({ header, value, format, to }) => (
                <td key={header} className={`py-2 pe-4 ${format ? 'text-end tabular-nums' : ''}`}>
                  {to ? (
                    <TextLink to={to(row)}>{value(row)}</TextLink>
                  ) : format && value(row) !== '' ? (
                    format(Number(value(row)))
                  ) : (
                    value(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
