import { type ReactNode, useEffect } from 'react';
import type { Path } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type ContractForm, useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RequiredNote } from '../../ui/required-note.tsx';
import type { Identified, Manager } from './use-manager.ts';

/** Field values as typed. */
type Draft = Record<string, string>;

interface EditorDialogProps<Item extends Identified, Fields extends Draft> {
  manager: Manager<Item>;
  titles: { add: string; edit: string };
  addLabel?: string;
  /** The initial fields, in the order of the dialog; `item` is null for a new one. */
  draftOf: (item: Item | null) => Fields;
  inputOf: (draft: Fields) => Record<string, unknown>;
  schema: ZodType;
  allRequired?: string[];
  children: (form: ContractForm<Fields>) => ReactNode;
}

/** Adds or edits one item. Shows one problem at a time, above the fields. */
export function EditorDialog<Item extends Identified, Fields extends Draft>(props: EditorDialogProps<Item, Fields>) {
  const { manager, titles } = props;
  return (
    <Dialog
      isOpen={manager.isEditorOpen}
      onClose={() => !manager.isSaving && manager.actions.closeEditor()}
      title={manager.edited ? titles.edit : titles.add}
    >
      <EditorFields {...props} />
    </Dialog>
  );
}

function EditorFields<Item extends Identified, Fields extends Draft>(props: EditorDialogProps<Item, Fields>) {
  const { manager, addLabel = 'Create', draftOf, inputOf, schema, allRequired = [], children } = props;
  const form = useContractForm<Fields>({
    initial: () => draftOf(manager.edited),
    ...{ inputOf, schema, allRequired },
    onSubmit: manager.save,
    failure: `Failed to save ${manager.kind}`,
  });
  const { setFocus, getValues, problem, isSubmitting } = form;
  useEffect(() => {
    const [firstName] = Object.keys(getValues());
    if (firstName) setFocus(firstName as Path<Fields>);
  }, [setFocus, getValues]);

  return (
    <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <RequiredNote />
      {children(form)}
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={manager.isSaving} onClick={manager.actions.closeEditor}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && 'Saving...'}>
          {manager.edited ? 'Update' : addLabel}
        </Button>
      </div>
    </form>
  );
}
