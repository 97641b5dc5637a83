import { checkInRequest } from '@moviebooking/contract/check-in';
import { useQuery } from '@tanstack/react-query';
import { Camera as CameraIcon, CameraOff, ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showsOfTodayQuery } from './api.ts';
import { Camera, hasCamera } from './camera.tsx';
import { readFile } from './read-code.ts';
import { LastScan, ScanHistory } from './scan-result.tsx';
import { useCheckIn } from './use-check-in.ts';

export function CheckIn() {
  const address = useAddress();
  const showId = address.value('showId');
  const checkIn = useCheckIn(showId ? Number(showId) : undefined);
  const [last] = checkIn.scans;
  const [isCameraOn, setCameraOn] = useState(false);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader isDense title="Check-in" subtitle="Scan or type the code on the ticket" />
      <div className="flex flex-col gap-5">
        {isCameraOn && <Camera onCode={checkIn.scan} />}
        <ShowChoice showId={showId} onChoose={(value) => address.setFilters({ showId: value })} />
        <Card className="flex flex-col gap-4 p-4 sm:p-5">
          <CodeForm onCode={checkIn.scan} isBusy={checkIn.isScanning} />
          <PictureSources onCode={checkIn.scan} isCameraOn={isCameraOn} onCamera={() => setCameraOn(!isCameraOn)} />
        </Card>
        <div aria-live="assertive" className="sticky bottom-4">
          {last && <LastScan key={last.key} scan={last} />}
        </div>
        {checkIn.scans.length > 1 && <ScanHistory scans={checkIn.scans.slice(1)} />}
      </div>
    </div>
  );
}

/** Where one show is chosen, tickets for the others are refused. */
function ShowChoice({ showId, onChoose }: { showId: string; onChoose: (showId: string) => void }) {
  const shows = useQuery(showsOfTodayQuery);
  const options = (shows.data ?? [])
    .filter(({ status }) => status !== 'CANCELLED')
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    .map(({ id, startTime, movie, screen }) => ({
      value: String(id),
      label: `${formatTime(startTime)} · ${movie.title} · ${screen.cinema.name}, ${screen.name}`,
    }));
  const isKnown = showId === '' || options.some(({ value }) => value === showId);
  return (
    <Select
      label="Show"
      value={showId}
      onChange={onChoose}
      options={[
        { value: '', label: 'Any show today' },
        ...(isKnown ? [] : [{ value: showId, label: `Show ${showId}` }]),
        ...options,
      ]}
    />
  );
}

interface CodeSourceProps {
  onCode: (code: string) => void;
}

function CodeForm({ onCode, isBusy }: CodeSourceProps & { isBusy: boolean }) {
  const form = useContractForm({
    initial: () => ({ code: '' }),
    inputOf: ({ code }) => ({ code }),
    schema: checkInRequest,
    onSubmit({ code }) {
      // A scanner that types like a keyboard sends the next code right away.
      form.reset();
      form.setFocus('code');
      onCode(String(code));
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex items-start gap-3">
      <TextField
        label="Ticket code"
        placeholder="MB-…"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        error={form.problem}
        className="min-w-0 grow"
        {...form.field('code')}
      />
      <Button type="submit" size="lg" busy={isBusy && 'Checking...'} className="mt-[1.625rem]">
        Check in
      </Button>
    </form>
  );
}

interface PictureSourcesProps extends CodeSourceProps {
  isCameraOn: boolean;
  onCamera: () => void;
}

function PictureSources({ onCode, isCameraOn, onCamera }: PictureSourcesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function read({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const picture = target.files?.[0];
    target.value = '';
    if (!picture) return;
    const code = await readFile(picture);
    setProblem(code ? null : 'No ticket code was found in this picture.');
    if (code) onCode(code);
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        {hasCamera() && (
          <Button variant="secondary" onClick={onCamera} className="max-sm:grow">
            {isCameraOn ? (
              <CameraOff aria-hidden className="-ml-1 size-4.5" />
            ) : (
              <CameraIcon aria-hidden className="-ml-1 size-4.5" />
            )}
            {isCameraOn ? 'Stop camera' : 'Use camera'}
          </Button>
        )}
        <Button variant="secondary" onClick={() => file.current?.click()} className="max-sm:grow">
          <ImageUp aria-hidden className="-ml-1 size-4.5" /> Use picture
        </Button>
        <input
          ref={file}
          type="file"
          accept="image/*"
          aria-label="Picture of a ticket"
          tabIndex={-1}
          onChange={(event) => void read(event)}
          className="sr-only"
        />
      </div>
      {problem && (
        <p role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
    </>
  );
}
