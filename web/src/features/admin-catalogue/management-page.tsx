import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Pencil, Plus, SearchX, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Identified, Manager } from './use-manager.ts';

interface ManagementPageProps<Item extends Identified, Data> {
  title: string;
  subtitle?: string;
  addLabel: string;
  actions?: ReactNode;
  manager: Manager<Item>;
  /** What the page cannot be shown without. */
  list: UseQueryResult<Data>;
  loadFailure: string;
  toolbar: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The frame of every management page: heading, problem, search and filters, then the list in the state it is in. */
export function ManagementPage<Item extends Identified, Data>(props: ManagementPageProps<Item, Data>) {
  const { title, subtitle, addLabel, actions, manager, list, loadFailure, toolbar, children } = props;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <>
            {actions}
            <Button onClick={manager.actions.add}>
              <Plus aria-hidden className="-ml-1 size-4.5" /> {addLabel}
            </Button>
          </>
        }
      />
      {manager.problem && (
        <Banner tone="danger" className="mb-5">
          {manager.problem}
        </Banner>
      )}
      <div className="mb-5 flex flex-col gap-3 sm:flex-row">{toolbar}</div>
      {list.data !== undefined ? children(list.data) : <ListPlaceholder list={list} loadFailure={loadFailure} />}
    </>
  );
}

interface NothingFoundProps {
  icon: LucideIcon;
  /** "cinemas". */
  noun: string;
  isSearching: boolean;
  addLabel: string;
  onAdd: () => void;
}

/** No cinemas found: because of the search, or because there are none yet. */
export function NothingFound({ icon, noun, isSearching, addLabel, onAdd }: NothingFoundProps) {
  return (
    <EmptyState
      icon={isSearching ? SearchX : icon}
      title={`No ${noun} found`}
      note={isSearching ? 'Try adjusting your search terms.' : `Get started by adding your first one.`}
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

export function ItemActions({ name, onEdit, onDelete, children }: ItemActionsProps) {
  return (
    <div className="-my-1.5 flex justify-end gap-0.5">
      {children}
      {onEdit && <IconButton icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />}
      <IconButton icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={onDelete} />
    </div>
  );
}
