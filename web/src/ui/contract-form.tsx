/**
 * All forms except those of accounts (field-form.tsx). React Hook Form holds the fields as typed, the contract's schema
 * validates the request, and one problem is shown at a time, whether the schema or the server found it.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import {
  Controller,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverOptions,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { messageOf } from '../lib/api.ts';
import { type Option, Select } from './select.tsx';

const ALL_REQUIRED_MESSAGE = 'All fields are required';
const UNREADABLE = 'not a number';

type Input = Record<string, unknown>;

interface ContractFormOptions<Fields extends FieldValues> {
  /** The initial values, in the order of the fields. */
  initial: () => Fields;
  /** Converts the fields to the request. */
  inputOf: (fields: Fields) => Input;
  schema: ZodType;
  /** All of these share one message if any is empty. */
  allRequired?: string[];
  onSubmit: (input: Input) => unknown;
  /** Shown if the request fails without a message from the server. */
  failure?: string;
  onEdit?: () => void;
}

export function useContractForm<Fields extends FieldValues>(options: ContractFormOptions<Fields>) {
  const [initial] = useState(options.initial);
  const form = useForm<Fields, unknown, Input>({
    defaultValues: initial as DefaultValues<Fields>,
    resolver: resolverOf(options),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { subscribe, formState } = form;
  const names = Object.keys(initial) as Path<Fields>[];
  const errors: Record<string, { message?: unknown } | undefined> = formState.errors;

  const edited = useEffectEvent(() => {
    form.clearErrors();
    options.onEdit?.();
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: () => edited() }), [subscribe]);

  const send = async (input: Input) => {
    try {
      await options.onSubmit(input);
    } catch (error) {
      form.setError('root', { message: messageOf(error, options.failure ?? '') });
    }
  };
  return {
    ...form,
    isSubmitting: formState.isSubmitting,
    /** The first problem. */
    problem: [...names, 'root'].map((name) => errors[name]?.message as string | undefined).find(Boolean),
    field: (name: Path<Fields>) => ({
      ...form.register(name),
      'aria-invalid': form.getFieldState(name, formState).invalid,
    }),
    submit: form.handleSubmit(send, (wrong) => {
      const first = names.find((name) => name in wrong);
      if (first) form.setFocus(first);
    }),
  };
}

export type ContractForm<Fields extends FieldValues> = ReturnType<typeof useContractForm<Fields>>;

function resolverOf<Fields extends FieldValues>(
  options: ContractFormOptions<Fields>,
): Resolver<Fields, unknown, Input> {
  const { inputOf, schema, allRequired = [] } = options;
  return (fields, _, { fields: controls }) => {
    const input = inputOf(withUnreadable(fields, controls));
    const empty = allRequired.filter((name) => input[name] === null);
    const problems =
      empty.length > 0
        ? empty.map((name) => ({ name, message: ALL_REQUIRED_MESSAGE }))
        : (schema.safeParse(input).error?.issues ?? []).map(({ path: [name], message }) => ({ name, message }));
    if (problems.length === 0) return { values: input, errors: {} };
    // Reversed, so that the first of several problems with a field wins.
    const errors = problems.toReversed().map(({ name, message }) => [name, { type: 'contract', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Fields> };
  };
}

/** The browser reports an unreadable number as an empty text. It must count as invalid, not as missing. */
function withUnreadable<Fields extends FieldValues>(fields: Fields, controls: ResolverOptions<Fields>['fields']) {
  const isUnreadable = (ref: { type?: string; validity?: ValidityState }) =>
    ref.type === 'number' && ref.validity?.badInput === true;
  const unreadable = Object.entries(controls).filter(([, control]) => isUnreadable(control.ref));
  return { ...fields, ...Object.fromEntries(unreadable.map(([name]) => [name, UNREADABLE])) };
}

interface SelectFieldProps<Fields extends FieldValues> {
  form: ContractForm<Fields>;
  name: Path<Fields>;
  label: string;
  placeholder?: string;
  options: Option[];
  isOptional?: boolean;
}

export function SelectField<Fields extends FieldValues>(props: SelectFieldProps<Fields>) {
  const { form, name, isOptional = false, ...select } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          {...select}
          required={!isOptional}
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          isInvalid={fieldState.invalid}
        />
      )}
    />
  );
}

/** The value of a number field, or null if it is empty. */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
export const textOf = (value: string | number | null | undefined): string => (value == null ? '' : String(value));
