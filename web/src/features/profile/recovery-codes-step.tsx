import { Download, Printer } from 'lucide-react';
import { brandName } from '../../lib/brand.ts';
import { t } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Paper } from '../../ui/paper.tsx';
import { SLOT, withElement } from '../../ui/slot.tsx';

const FILE_NAME = 'moviebooking-recovery-codes.txt';
const ONE_USE = t('Each works once, instead of a code from the app.');

export function RecoveryCodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const email = useSession((session) => session.user?.email ?? '');
  const heading = t('{brandName} recovery codes of {email}', { brandName, email });
  const text = [heading, ONE_USE, '', ...codes, ''].join('\n');
  return (
    <Focused>
      <p>
        {withElement(
          t(
            "Two-step verification is on. Each of these codes works once if you don't have your phone. {warning}, so keep them where you'd keep a spare key.",
            { warning: SLOT },
          ),
          <strong>{t("You won't see them again")}</strong>,
        )}
      </p>
      <CodeList codes={codes} className="rounded-md bg-sunken px-4 py-3" />
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={t('Copy')} />
        <Button variant="secondary" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE_NAME)}>
          <Download aria-hidden className="-ms-1 size-4.5" /> {t('Download')}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="-ms-1 size-4.5" /> {t('Print')}
        </Button>
      </div>
      <Button onClick={onDone} className="mt-2 self-end">
        {t("I've saved them")}
      </Button>
      <Paper>
        <p className="font-display text-lg wrap-anywhere">{heading}</p>
        <CodeList codes={codes} className="mt-4" />
        <p className="paper-note">{ONE_USE}</p>
      </Paper>
    </Focused>
  );
}

function CodeList({ codes, className = '' }: { codes: string[]; className?: string }) {
  return (
    <ol
      aria-label={t('Recovery codes')}
      className={`grid gap-x-6 sm:grid-cols-2 gap-y-1.5 font-mono font-semibold ${className}`}
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );
}
