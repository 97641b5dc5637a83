import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Pencil, Plus, SearchX, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ListHeader } from '../../ui/list-header.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Identified, Manager } from './use-manager.ts';

interface ManagementPageProps<Item extends Identified, Data> extends ComponentProps<typeof ListHeader> {
  addLabel: string;
  manager: Manager<Item>;
  /** What the page cannot be shown without. */
  list: UseQueryResult<Data>;
  /** What its filters and its editor let choose from. */
  choices?: UseQueryResult[];
  loadFailure: string;
  children: (data: Data) => ReactNode;
}

/** The frame of every management page: heading, search and filters, problem, then the list in the state it is in. */
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
              <Plus aria-hidden className="-ml-1 size-4.5" /> {addLabel}
            </Button>
          </>
        }
      />
      {manager.problem && (
        <Banner tone="danger" className="mb-3">
          {manager.problem}
        </Banner>
      )}
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
  /** What to do while there are none at all. */
  firstStep: ReactNode;
  addLabel: string;
  onAdd: () => void;
}

/** No cinemas found: because of the search, or because there are none yet. */
export function NothingFound({ icon, noun, isSearching, firstStep, addLabel, onAdd }: NothingFoundProps) {
  return (
    <EmptyState
      icon={isSearching ? SearchX : icon}
      title={`No ${noun} found`}
      note={isSearching ? 'Try adjusting your search terms.' : firstStep}
      action={
        <Button variant={isSearching ? 'secondary' : 'primary'} onClick={onAdd}>
          <Plus aria-hidden className="-ml-1 size-4.5" /> {addLabel}
        </Button>
      }
    />
  );
}

interface ItemActionsProps {
  /** What the buttons are about: "Edit PVR Forum". */
  name: string;
  /** None where there is nothing left to edit. */
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
  children?: ReactNode;
}

/** Beside a mouse the buttons need less room than under a thumb. */
export const rowActionLook = 'lg:size-9!';

export function ItemActions({ name, onEdit, onDelete, children }: ItemActionsProps) {
  return (
    <div className="-my-1.5 flex justify-end">
      {children}
      {onEdit && (
        <IconButton icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} className={rowActionLook} />
      )}
      <IconButton icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={onDelete} className={rowActionLook} />
    </div>
  );
}
