import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldErrors, logIn } from './api.ts';

type Problems<Name extends string> = [name: Name, message: string][];

interface AuthFormProps<Name extends string> {
  /** What is wrong with a field's text, if anything. */
  rules: Record<Name, (text: string) => string | undefined>;
  path: '/auth/login' | '/auth/signup';
  submitLabel: string;
  busyLabel: string;
  /** Shown when the server gives no message of its own. */
  fallback: string;
  fields: (field: FieldProps<Name>) => ReactNode;
  onSuccess?: (values: Record<Name, string>) => void;
}

type FieldProps<Name extends string> = (name: Name) => {
  name: Name;
  onChange: () => void;
  error: string | undefined;
};

/**
 * What login and signup share: checks on submit, puts each message at its field and the focus on the first bad one,
 * takes a message away when its field is edited, and shows the server's refusal above the fields.
 */
export function AuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { rules, path, submitLabel, busyLabel, fallback, fields, onSuccess } = props;
  const names = Object.keys(rules) as Name[];
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems<Name>>([]);
  const isLoading = useSession((session) => session.isLoading);

  const showProblems = (found: Problems<Name>) => {
    setProblems(found);
    const first = found[0] && form.current?.elements.namedItem(found[0][0]);
    if (first instanceof HTMLElement) first.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const values = Object.fromEntries(names.map((name) => [name, String(typed.get(name))])) as Record<Name, string>;
    const found = names.flatMap((name): Problems<Name> => {
      const message = rules[name](values[name]);
      return message ? [[name, message]] : [];
    });
    showProblems(found);
    if (found.length > 0) return;
    setProblem(null);
    try {
      await logIn(path, values);
      onSuccess?.(values);
    } catch (error) {
      const refused = fieldErrors(error, names);
      if (refused.length > 0) showProblems(refused);
      else setProblem(messageOf(error, fallback));
    }
  };

  const field: FieldProps<Name> = (name) => ({
    name,
    onChange: () => setProblems((shown) => shown.filter(([at]) => at !== name)),
    error: problems.find(([at]) => at === name)?.[1],
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {fields(field)}
      <Button type="submit" size="lg" busy={isLoading && busyLabel} className="mt-1 w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
