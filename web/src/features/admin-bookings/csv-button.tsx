import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { dayOf } from '../../lib/cinema-times.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fetchBookingsFile } from './api.ts';

export function CsvButton({ filter }: { filter: Record<string, string> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchBookingsFile(filter),
    onSuccess: (file) => saveFile(file, `bookings-${dayOf(Date.now())}.csv`),
    onError: (error) => showToast(messageOf(error, 'Failed to export bookings'), 'danger'),
  });
  return (
    <Button variant="secondary" size="dense" onClick={() => mutate()} busy={isPending && 'Exporting...'}>
      <Download aria-hidden className="-ms-1 size-4.5" /> Export CSV
    </Button>
  );
}
