import { useMutation } from '@tanstack/react-query';
import { Building2, CalendarDays, Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fetchMonthEndFile } from './api.ts';
import { monthName } from './wording.ts';

/** Downloads a month's sales of all cinemas and movies, whatever the page is filtered by. */
export function MonthEndMenu({ month }: { month: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: (by: 'day' | 'cinema') => fetchMonthEndFile(month, by),
    onSuccess: (file, by) => saveFile(file, `sales-${month}-by-${by}.csv`),
    onError: (error) => showToast(messageOf(error, 'Failed to export the month'), 'danger'),
  });
  return (
    <Menu
      trigger={
        <Button variant="secondary" size="dense" busy={isPending && 'Exporting...'} className="max-sm:px-3!">
          <Download aria-hidden className="-ms-1 size-4.5" /> Month-end CSV
        </Button>
      }
      heading={
        <>
          <span className="block font-semibold">{monthName(month)}</span>
          <span className="block text-muted text-sm">All cinemas and movies</span>
        </>
      }
    >
      <MenuItem icon={CalendarDays} label="One row per day" onSelect={() => mutate('day')} />
      <MenuItem icon={Building2} label="One row per day and cinema" onSelect={() => mutate('cinema')} />
    </Menu>
  );
}
