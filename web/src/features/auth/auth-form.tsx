import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldErrors, signIn } from './sign-in.ts';

interface AuthFormProps<Values extends FieldValues> {
  schema: ZodType<Values, Values>;
  empty: DefaultValues<Values> & Values;
  path: '/auth/login' | '/auth/signup';
  submitLabel: string;
  busyLabel: string;
  /** Shown when the server gives no message of its own. */
  fallback: string;
  fields: (field: FieldProps<Values>) => ReactNode;
  onSuccess?: (values: Values) => void;
}

type FieldProps<Values extends FieldValues> = (
  name: Path<Values>,
) => ReturnType<UseFormReturn<Values>['register']> & { error: string | undefined };

/**
 * What login and signup share: checks on submit, puts each message at its field and the focus on the first bad one,
 * takes a message away when its field is edited, and shows the server's refusal above the fields.
 */
export function AuthForm<Values extends FieldValues>(props: AuthFormProps<Values>) {
  const { schema, empty, path, submitLabel, busyLabel, fallback, fields, onSuccess } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const isLoading = useSession((session) => session.isLoading);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: empty,
    reValidateMode: 'onSubmit',
  });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await signIn(path, values);
      onSuccess?.(values);
    } catch (error) {
      const refused = fieldErrors(error, Object.keys(empty) as Path<Values>[]);
      for (const [name, message] of refused) form.setError(name, { message });
      if (refused[0]) form.setFocus(refused[0][0]);
      else setProblem(messageOf(error, fallback));
    }
  });

  const field: FieldProps<Values> = (name) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.getFieldState(name, form.formState).error?.message,
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {fields(field)}
      <Button type="submit" size="lg" busy={isLoading && busyLabel} className="mt-1 w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
