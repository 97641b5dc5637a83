import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Pencil, Plus, SearchX, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ListHeader } from '../../ui/list-header.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Identified, Manager } from './use-manager.ts';

interface ManagementPageProps<Item extends Identified, Data> extends ComponentProps<typeof ListHeader> {
  addLabel: string;
  manager: Manager<Item>;
  /** The page shows nothing else until this has loaded. */
  list: UseQueryResult<Data>;
  /** Queries for the options of the filters and the editor. */
  choices?: UseQueryResult[];
  loadFailure: string;
  children: (data: Data) => ReactNode;
}

/** The layout of every management page: heading, search, filters, error banner, then the list or its loading, empty or error state. */
export function ManagementPage<Item extends Identified, Data>(props: ManagementPageProps<Item, Data>) {
  const { addLabel, actions, manager, list, choices = [], loadFailure, children, ...header } = props;
  const failed = [list, ...choices].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <ListHeader
        {...header}
        actions={
          <>
            {actions}
            <Button size="dense" onClick={manager.actions.add}>
              <Plus aria-hidden className="-ms-1 size-4.5" /> {addLabel}
            </Button>
          </>
        }
      />
      <ProblemBanner problem={manager.problem} className="mb-3" />
      {list.data !== undefined && !failed ? (
        children(list.data)
      ) : (
        <ListPlaceholder list={failed ?? list} loadFailure={loadFailure} />
      )}
    </>
  );
}

interface NothingFoundProps {
  icon: LucideIcon;
  /** "cinemas". */
  noun: string;
  isSearching: boolean;
  /** What to do when there are none at all. */
  firstStep: ReactNode;
  addLabel: string;
  onAdd: () => void;
}

/** The empty state of a list: either nothing matches the search, or there are none yet. */
export function NothingFound({ icon, noun, isSearching, firstStep, addLabel, onAdd }: NothingFoundProps) {
  return (
    <EmptyState
      icon={isSearching ? SearchX : icon}
      title={`No ${noun} found`}
      note={isSearching ? 'Try adjusting your search terms.' : firstStep}
      action={
        <Button variant={isSearching ? 'secondary' : 'primary'} onClick={onAdd}>
          <Plus aria-hidden className="-ms-1 size-4.5" /> {addLabel}
        </Button>
      }
    />
  );
}

/** The menu entries that every item has. Without `onEdit` it can't be edited. */
export const editAndDelete = (onEdit: (() => void) | false, onDelete: () => void): (RowAction | false)[] => [
  onEdit && { icon: Pencil, label: 'Edit', onSelect: onEdit },
  { icon: Trash2, label: 'Delete', onSelect: onDelete },
];
