import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** One setting of the account, with its explanation next to it. */
export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-x-10 gap-y-5 p-5 sm:p-7 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          <div className="mt-1.5 flex flex-col gap-2 text-pretty text-muted text-sm">{about}</div>
        </div>
        <div className="min-w-0">{children}</div>
      </Card>
    </section>
  );
}
