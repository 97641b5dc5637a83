import type { Today } from '@moviebooking/contract/activity';
import type { UseQueryResult } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { countOf } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FillBar } from '../../ui/fill-bar.tsx';
import { SectionCard } from './section-card.tsx';

const FIRST_FEW = 8;

export function CinemasToday({ today }: { today: UseQueryResult<Today> }) {
  const [areAllShown, setAllShown] = useState(false);
  return (
    <SectionCard title="Occupancy by cinema" query={today}>
      {({ cinemas, date }) =>
        cinemas.length === 0 ? (
          <p className="flex items-center gap-3 p-4 text-muted text-sm">
            <CalendarOff aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            No cinema has a show today.
          </p>
        ) : (
          <>
            <ul aria-label="Occupancy by cinema">
              {cinemas.slice(0, areAllShown ? undefined : FIRST_FEW).map((cinema) => (
                <li key={cinema.id} className="border-line border-b last:border-b-0">
                  <Link
                    to={`/admin/shows?cinemaId=${cinema.id}&from=${date}&to=${date}`}
                    className="flex min-h-12 items-center gap-3 px-4 py-1 hover:bg-sunken/60"
                  >
                    <span className="min-w-0 grow text-sm leading-tight">
                      <span className="block truncate font-medium">{cinema.name}</span>
                      <span className="block truncate text-[0.8125rem] text-muted">
                        {countOf(cinema.shows, 'show')} today{cinema.city && `, ${cinema.city}`}
                      </span>
                    </span>
                    <FillBar taken={cinema.seats} of={cinema.capacity} className="w-24 shrink-0 sm:w-32" />
                  </Link>
                </li>
              ))}
            </ul>
            {cinemas.length > FIRST_FEW && (
              <Button variant="ghost" size="sm" onClick={() => setAllShown(!areAllShown)} className="m-2">
                {areAllShown ? 'Show fewer' : `Show all ${cinemas.length}`}
              </Button>
            )}
          </>
        )
      }
    </SectionCard>
  );
}
