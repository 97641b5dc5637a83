import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { previewSchedule } from '../../../features/admin-schedule/api.ts';
import { CopyShowsForm } from '../../../features/admin-schedule/copy-shows-form.tsx';
import { MovieRunForm } from '../../../features/admin-schedule/movie-run-form.tsx';
import { Preview } from '../../../features/admin-schedule/plan-preview.tsx';
import { useTimeZone } from '../../../lib/cinema-times.ts';
import { ProblemBanner } from '../../../ui/banner.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

const kinds = [
  { value: 'run' as const, label: 'Run of a movie' },
  { value: 'copy' as const, label: 'Copy a day or week' },
];

const NONE: ReadonlySet<string> = new Set();

/** Previews a plan, in which the server marks every clash, then schedules its shows. */
export function SchedulePage() {
  const [kind, setKind] = useState<'run' | 'copy'>('run');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [skipped, setSkipped] = useState(NONE);
  const [day, setDay] = useState('');
  const timeZone = useTimeZone();
  const preview = useMutation({ mutationFn: previewSchedule });

  const toggle = useCallback((key: string) => {
    setSkipped((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);

  const clearPreview = () => {
    preview.reset();
    setRefusal(null);
    setSkipped(NONE);
    setDay('');
  };

  // Someone else may have scheduled a show since the preview.
  function previewAgain(message: string): void {
    setRefusal(message);
    preview.mutate(preview.variables);
  }

  const Form = kind === 'run' ? MovieRunForm : CopyShowsForm;
  return (
    <>
      <TextLink to="/admin/shows">
        <ArrowLeft aria-hidden className="-mt-0.5 me-1 inline size-4" />
        Back to Shows
      </TextLink>
      <div className="mt-3">
        <PageHeader
          isDense
          title="Schedule"
          tabTitle="Schedule shows"
          subtitle="Add many shows at once. Clashing times are skipped, and the rest are scheduled together or not at all."
          actions={
            <Segments
              label="What to schedule"
              value={kind}
              onChange={(value) => {
                setKind(value);
                clearPreview();
              }}
              options={kinds}
            />
          }
        />
      </div>
      {/* Its default dates depend on the cinemas' time zone, so it remounts once that is known. */}
      <Form
        key={timeZone}
        onPreview={(plan) => {
          setRefusal(null);
          return preview.mutateAsync(plan);
        }}
        onEdit={clearPreview}
        hasPreview={preview.data !== undefined}
      />
      <ProblemBanner problem={refusal} className="mt-5" />
      {preview.data && (
        <Preview
          key={preview.submittedAt}
          preview={preview.data}
          skipped={skipped}
          onToggle={toggle}
          day={day}
          onDay={setDay}
          onRefused={previewAgain}
        />
      )}
    </>
  );
}
