import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { dayOf } from '../../lib/cinema-times.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fetchMyData } from './api.ts';
import { Section } from './section.tsx';

export function MyData() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: fetchMyData,
    onSuccess: (file) => {
      saveFile(file, `moviebooking-my-data-${dayOf(Date.now())}.json`);
      showToast('Your data has been saved as a file.');
    },
  });
  return (
    <Section
      title="Your data"
      about={
        <p>
          Everything that is kept about you in one file: your account, your bookings and your logins. Keep it to
          yourself, and off computers that others use. Nothing changes here.
        </p>
      }
    >
      <div className="flex flex-col items-start gap-4">
        {error && (
          <Banner tone="danger">{messageOf(error, 'Your data could not be downloaded. Please try again.')}</Banner>
        )}
        <Button variant="secondary" onClick={() => mutate()} busy={isPending && 'Collecting...'}>
          <Download aria-hidden className="-ml-1 size-4.5" /> Download my data
        </Button>
      </div>
    </Section>
  );
}
