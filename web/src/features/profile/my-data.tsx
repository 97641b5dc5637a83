import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { dayOf } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fetchMyData } from './api.ts';
import { Section } from './section.tsx';

export function MyData() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: fetchMyData,
    onSuccess: (file) => {
      saveFile(file, `moviebooking-my-data-${dayOf(Date.now())}.json`);
      showToast(t('Your data was saved as a file.'));
    },
  });
  return (
    <Section
      title={t('Your data')}
      about={
        <p>
          {t(
            "One file with everything we know about you: your account, bookings and logins. Keep it private, and don't leave it on a shared computer. Downloading it changes nothing here.",
          )}
        </p>
      }
    >
      <div className="flex flex-col items-start gap-4">
        <ProblemBanner problem={error && messageOf(error, t("Your data couldn't be downloaded. Please try again."))} />
        <Button variant="secondary" onClick={() => mutate()} busy={isPending && t('Collecting...')}>
          <Download aria-hidden className="-ms-1 size-4.5" /> {t('Download my data')}
        </Button>
      </div>
    </Section>
  );
}
