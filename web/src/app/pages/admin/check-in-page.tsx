import { useQuery } from '@tanstack/react-query';
import { Camera as CameraIcon, CameraOff, ImageUp } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { adjacentDay } from '../../../features/admin-check-in/admission-times.ts';
import {
  byStart,
  showsOfAdjacentDayQuery,
  showsOfTodayQuery,
  storedShowsQuery,
} from '../../../features/admin-check-in/api.ts';
import { Camera, hasCamera } from '../../../features/admin-check-in/camera.tsx';
import { deleteOldRecords, type StoredScan } from '../../../features/admin-check-in/device-store.ts';
import { AdmittedCount, Conflicts, ConnectionNotice } from '../../../features/admin-check-in/entrance-status.tsx';
import { readPictureFile } from '../../../features/admin-check-in/read-qr-code.ts';
import { LastScan, ScanHistory } from '../../../features/admin-check-in/scan-result.tsx';
import { TicketCodeForm } from '../../../features/admin-check-in/ticket-code-form.tsx';
import { useCheckIn } from '../../../features/admin-check-in/use-check-in.ts';
import { storedScansQuery } from '../../../features/admin-check-in/use-entrance.ts';
import { NO_CODE_IN_PICTURE } from '../../../features/admin-check-in/wording.ts';
import { useAddress } from '../../../lib/address.ts';
import { isMissing } from '../../../lib/api.ts';
import { formatTime, useTimeZone } from '../../../lib/cinema-times.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Select } from '../../../ui/select.tsx';

const MAX_EARLIER_SCANS = 20;

/** Asks the service worker to cache the files of this page, so that it opens offline. Other users never download them. */
async function cacheCheckInPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage('keep-check-in');
}

export function CheckInPage() {
  const address = useAddress();
  const showId = address.value('showId');
  const { entrance, last, scan, isScanning } = useCheckIn(showId ? Number(showId) : undefined);
  const { data: scans = [] } = useQuery(storedScansQuery);
  const [isCameraOn, setCameraOn] = useState(false);
  useEffect(() => {
    void cacheCheckInPage();
    void deleteOldRecords(Date.now());
  }, []);
  const isLast = ({ scanId }: StoredScan) => scanId === last?.scanId;
  const earlier = scans.filter((scan) => !isLast(scan)).slice(0, MAX_EARLIER_SCANS);
  const status = { entrance, scans, hasShow: showId !== '' };
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader isDense title="Check-in" subtitle="Scan or type the code on the ticket" />
      <div className="flex flex-col gap-5">
        {isCameraOn && <Camera onCode={scan} />}
        <div>
          <ShowChoice showId={showId} onChoose={(value) => address.setFilters({ showId: value })} />
          {entrance.error && (
            <Banner tone="danger" className="mt-3">
              {isMissing(entrance.error) ? 'Show not found' : 'Failed to load check-in for this show.'}
            </Banner>
          )}
          <AdmittedCount {...status} />
          <ConnectionNotice {...status} />
        </div>
        <Card className="flex flex-col gap-4 p-4 sm:p-5">
          <TicketCodeForm onCode={scan} isBusy={isScanning} />
          <PictureSources onCode={scan} isCameraOn={isCameraOn} onCamera={() => setCameraOn(!isCameraOn)} />
        </Card>
        <div aria-live="assertive" className="sticky bottom-4">
          {last && <LastScan key={last.scanId} scan={last} stored={scans.find(isLast)} />}
        </div>
        <div>
          <Conflicts conflicts={entrance.conflicts} scans={scans} />
          {earlier.length > 0 && <ScanHistory scans={earlier} />}
        </div>
      </div>
    </div>
  );
}

/** With a show chosen, tickets for other shows are refused. Offline, only shows stored on this device can be chosen. */
function ShowChoice({ showId, onChoose }: { showId: string; onChoose: (showId: string) => void }) {
  const today = useQuery(showsOfTodayQuery);
  const timeZone = useTimeZone();
  const adjacent = useQuery(showsOfAdjacentDayQuery(timeZone && adjacentDay(serverNow())));
  const stored = useQuery({ ...storedShowsQuery, enabled: today.isError });
  const listed = today.data && byStart([...today.data, ...(adjacent.data ?? [])]);
  const options = (listed ?? stored.data ?? []).map(({ id, startTime, title, place }) => ({
    value: String(id),
    label: `${formatTime(startTime)} · ${title} · ${place}`,
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

interface PictureSourcesProps {
  onCode: (code: string) => void;
  isCameraOn: boolean;
  onCamera: () => void;
}

function PictureSources({ onCode, isCameraOn, onCamera }: PictureSourcesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const Icon = isCameraOn ? CameraOff : CameraIcon;

  async function read({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const picture = target.files?.[0];
    target.value = '';
    if (!picture) return;
    const code = await readPictureFile(picture);
    setProblem(code ? null : NO_CODE_IN_PICTURE);
    if (code) onCode(code);
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        {hasCamera() && (
          <Button variant="secondary" onClick={onCamera} className="max-sm:grow">
            <Icon aria-hidden className="-ms-1 size-4.5" />
            {isCameraOn ? 'Stop camera' : 'Use camera'}
          </Button>
        )}
        <Button variant="secondary" onClick={() => file.current?.click()} className="max-sm:grow">
          <ImageUp aria-hidden className="-ms-1 size-4.5" /> Use picture
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
