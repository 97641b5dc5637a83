import { type ReactNode, useEffect, useState } from 'react';
import {
  Controller,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { messageOf } from '../../lib/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import type { Manager, Thing } from './use-manager.ts';

/** What the fields hold: texts, as typed. */
type Draft = Record<string, string>;

interface EditorProps<Item extends Thing, Fields extends Draft> {
  manager: Manager<Item>;
  titles: { add: string; edit: string };
  submitLabels?: { add: string; edit: string };
  /** The fields of a new thing, or of the one being edited, in the order in which they stand in the dialog. */
  draftOf: (item: Item | null) => Fields;
  /** What the server is sent. */
  inputOf: (draft: Fields) => Record<string, unknown>;
  /** The contract's own rules for it: their messages are the ones to show. */
  schema: ZodType;
  children: (form: EditorForm<Fields>) => ReactNode;
}

export interface EditorForm<Fields extends Draft> {
  control: UseFormReturn<Fields>['control'];
  watch: UseFormReturn<Fields>['watch'];
  field: (name: Path<Fields>) => ReturnType<UseFormReturn<Fields>['register']> & { 'aria-invalid': boolean };
}

/** The dialog in which one thing is added or edited. It tells one problem at a time, above the fields it is about. */
export function Editor<Item extends Thing, Fields extends Draft>(props: EditorProps<Item, Fields>) {
  const { manager, titles } = props;
  return (
    <Dialog
      isOpen={manager.isEditorOpen}
      onClose={manager.actions.closeEditor}
      title={manager.edited ? titles.edit : titles.add}
    >
      <EditorFields {...props} />
    </Dialog>
  );
}

function resolverOf<Fields extends Draft>({
  schema,
  inputOf,
}: Pick<EditorProps<Thing, Fields>, 'schema' | 'inputOf'>): Resolver<Fields> {
  return (draft) => {
    const parsed = schema.safeParse(inputOf(draft));
    if (parsed.success) return { values: draft, errors: {} };
    const errors = parsed.error.issues.map(({ path, message }) => [String(path[0]), { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(errors.toReversed()) };
  };
}

const DEFAULT_LABELS = { add: 'Create', edit: 'Update' };

function EditorFields<Item extends Thing, Fields extends Draft>(props: EditorProps<Item, Fields>) {
  const { manager, submitLabels = DEFAULT_LABELS, draftOf, inputOf, schema, children } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [draft] = useState(() => draftOf(manager.edited));
  const form = useForm<Fields>({
    defaultValues: draft as DefaultValues<Fields>,
    resolver: resolverOf({ schema, inputOf }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const names = Object.keys(draft) as Path<Fields>[];
  const [firstName] = names;
  useEffect(() => {
    if (firstName) form.setFocus(firstName);
  }, [form, firstName]);

  const submit = form.handleSubmit(
    async (filled) => {
      setRefusal(null);
      try {
        await manager.save(inputOf(filled as Fields));
      } catch (error) {
        setRefusal(messageOf(error, `Failed to save ${manager.one}`));
      }
    },
    (wrong) => {
      const first = names.find((name) => name in wrong);
      if (first) form.setFocus(first);
    },
  );

  const clearProblems = () => {
    form.clearErrors();
    setRefusal(null);
  };
  const problem = names.map((name) => (errors as FieldValues)[name]?.message).find(Boolean) ?? refusal;

  return (
    <form noValidate onSubmit={submit} onChange={clearProblems} className="mt-5 flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {children({
        control: form.control,
        watch: form.watch,
        field: (name) => ({
          ...form.register(name),
          'aria-invalid': form.getFieldState(name, form.formState).invalid,
        }),
      })}
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={manager.actions.closeEditor}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && 'Saving...'}>
          {manager.edited ? submitLabels.edit : submitLabels.add}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps<Fields extends Draft> {
  form: EditorForm<Fields>;
  name: Path<Fields>;
  label: string;
  placeholder: string;
  options: { value: string; label: string }[];
}

export function Choice<Fields extends Draft>({ form, name, ...select }: ChoiceProps<Fields>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          {...select}
          required
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          isInvalid={fieldState.invalid}
        />
      )}
    />
  );
}

/** What a number field holds; an empty one holds nothing. */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
export const textOf = (value: string | number | null | undefined): string => (value == null ? '' : String(value));
