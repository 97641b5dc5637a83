import { keepingFocus } from '../../lib/focus.ts';
import { t } from '../../lib/language.ts';
import { Banner } from '../../ui/banner.tsx';

export function LoadFailure({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Banner tone="danger">
      {problem}{' '}
      <button type="button" onClick={keepingFocus(onRetry)} className="font-semibold underline underline-offset-4">
        {t('Try Again')}
      </button>
    </Banner>
  );
}
