import type { Dashboard } from '@moviebooking/contract/admin';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../../lib/cx.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const stepsOf = ({ totalCinemas, totalScreens, totalMovies, totalShows }: Dashboard['overview']) => [
  { to: '/admin/cinemas', name: 'Add a cinema', note: 'Where your customers go.', isDone: totalCinemas > 0 },
  { to: '/admin/screens', name: 'Add its screens', note: 'Each sells the seats A1 to J10.', isDone: totalScreens > 0 },
  { to: '/admin/movies', name: 'Add a movie', note: 'With its duration and poster.', isDone: totalMovies > 0 },
  { to: '/admin/shows', name: 'Schedule a show', note: 'Then customers can book it.', isDone: totalShows > 0 },
];

/** Whether the setup is incomplete, so that nobody can book yet. */
export const needsFirstSteps = ({ overview, recentBookings }: Dashboard): boolean =>
  recentBookings.length === 0 && stepsOf(overview).some(({ isDone }) => !isDone);

/** The setup steps in order: each one needs the one before it. */
export function FirstSteps({ overview }: { overview: Dashboard['overview'] }) {
  const id = useId();
  const steps = stepsOf(overview);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby={id}>
        <h2 id={id} className="font-semibold">
          Before customers can book
        </h2>
        <ol className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            <li key={step.to} className="flex items-start gap-3">
              <span
                aria-hidden
                className={cx(
                  'flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm tabular-nums',
                  step.isDone ? 'bg-success-soft text-success' : 'bg-accent-soft text-accent',
                )}
              >
                {step.isDone ? <Check className="size-4.5" /> : index + 1}
              </span>
              <div className="min-w-0 text-sm">
                <ButtonLink to={step.to} size="sm" variant={step === next ? 'primary' : 'secondary'}>
                  {step.name}
                </ButtonLink>
                <p className="mt-1.5 text-muted">{step.isDone ? 'Done.' : step.note}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
