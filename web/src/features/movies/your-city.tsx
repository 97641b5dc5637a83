import { X } from 'lucide-react';
import { useId } from 'react';
import { useCity } from '../../lib/city.ts';
import { cx } from '../../lib/cx.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { t } from '../../lib/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CitySelect } from './city-select.tsx';

/** The user's city, for the header. Keeps its space if there is nothing to choose. */
export function YourCity() {
  const { city, offered, choose } = useCity();
  const hasChoice = (offered?.length ?? 0) > 1 || city !== '';
  return (
    <CitySelect
      label={t('Your city')}
      cities={offered ?? []}
      city={city}
      onChoose={choose}
      isNarrow
      className={cx('h-11 max-w-44', !hasChoice && 'invisible')}
    />
  );
}

/**
 * Asks for the city until the user answers once, at the bottom of the window: nothing moves, and everything else stays usable.
 * While it is shown, the stylesheet lengthens the page, so that its end and the focus never stay under the question.
 */
export function CityQuestion() {
  const { offered, isUnanswered, choose } = useCity();
  const titleId = useId();
  if (!isUnanswered || !offered || offered.length < 2) return null;
  return (
    <section
      aria-labelledby={titleId}
      data-city-question
      className="fixed inset-x-3 bottom-3 z-20 rounded-xl border border-line bg-raised pt-1 pe-1 pb-3 ps-4 shadow-popup sm:end-auto sm:bottom-6 sm:start-6 sm:w-108"
    >
      <div className="flex items-center justify-between">
        <h2 id={titleId} className="font-semibold">
          {t('Which city are you in?')}
        </h2>
        <IconButton icon={X} label={t('Not now, show all cities')} onClick={keepingFocus(() => choose(''))} />
      </div>
      <div className="-mx-1 flex gap-2 overflow-x-auto p-1 sm:max-h-34 sm:flex-wrap">
        {offered.map((city) => (
          <Button
            key={city}
            variant="secondary"
            size="sm"
            onClick={keepingFocus(() => choose(city))}
            className="max-sm:h-11"
          >
            {city}
          </Button>
        ))}
      </div>
    </section>
  );
}
