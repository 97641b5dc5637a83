import { Menu as Base } from '@base-ui/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import { IconButton } from './button.tsx';
import { MenuItem, MenuLink, MenuPopup } from './menu.tsx';
import type { Column } from './table.tsx';

/** An entry of a row's menu. Entries that are false are left out. */
export type RowAction = { icon: LucideIcon; label: string } & ({ onSelect: () => void } | { to: string });

interface Actions {
  /** Completes the label: "Actions for PVR Forum". */
  name: string;
  actions: (RowAction | false)[];
}

/** All rows share one menu, because a menu per row would slow long lists down. */
const shared = Base.createHandle<Actions>();

/** Mounted once in the admin area. */
export function RowMenuHost() {
  return (
    <Base.Root handle={shared}>
      {({ payload }) => (
        <MenuPopup
          heading={<span className="wrap-anywhere block max-w-72 font-semibold text-sm">{payload?.name}</span>}
        >
          {payload?.actions.map(
            (action) =>
              action &&
              ('to' in action ? (
                <MenuLink key={action.label} {...action} />
              ) : (
                <MenuItem key={action.label} {...action} />
              )),
          )}
        </MenuPopup>
      )}
    </Base.Root>
  );
}

/** Opens the menu with a row's actions. */
export function RowMenu({ className, ...payload }: Actions & { className?: string }) {
  return (
    <Base.Trigger
      handle={shared}
      payload={payload}
      render={
        <IconButton
          icon={EllipsisVertical}
          label={`Actions for ${payload.name}`}
          title="Actions"
          className={cx('data-popup-open:bg-sunken lg:size-9!', className)}
        />
      }
    />
  );
}

/** The last column of a table: one menu per row. */
export const actionsColumn = <Row,>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => Actions['actions'],
): Column<Row> => ({
  header: 'Actions',
  isActions: true,
  cell: (row) => <RowMenu name={nameOf(row)} actions={actionsOf(row)} />,
});
