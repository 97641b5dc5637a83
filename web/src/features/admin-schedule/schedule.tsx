import type { SchedulePreview } from '@moviebooking/contract/scheduling';
import { schedulePlan } from '@moviebooking/contract/scheduling';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api, messageOf } from '../../lib/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CopyForm } from './copy-form.tsx';
import { Preview } from './preview.tsx';
import { RunForm } from './run-form.tsx';

const kinds = [
  { value: 'run' as const, label: 'Run of a movie' },
  { value: 'copy' as const, label: 'Copy a day or week' },
];

/** Plan, look, then schedule: the server marks every clash before anything is written. */
export function Schedule() {
  const [kind, setKind] = useState<'run' | 'copy'>('run');
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useMutation({
    mutationFn: async (plan: unknown) =>
      (await api.post<Answer<SchedulePreview>>('/admin/schedule/preview', plan)).data,
    onError: (error) => setProblem(messageOf(error, 'Failed to load the preview. Please try again.')),
  });

  const forget = () => {
    preview.reset();
    setProblem(null);
  };

  function look(draft: object | null): void {
    forget();
    const plan = draft && schedulePlan.safeParse(draft);
    if (plan?.success) preview.mutate(draft);
    else setProblem(plan?.error.issues[0]?.message ?? 'All fields are required');
  }

  // Somebody else may have scheduled something meanwhile.
  function lookAgain(refusal: string): void {
    setProblem(refusal);
    preview.mutate(preview.variables);
  }

  const formProps = { onPreview: look, onEdit: forget, isBusy: preview.isPending };

  return (
    <>
      <TextLink to="/admin/shows">
        <ArrowLeft aria-hidden className="-mt-0.5 mr-1 inline size-4" />
        Back to Shows
      </TextLink>
      <div className="mt-3">
        <PageHeader
          title="Schedule"
          tabTitle="Schedule shows"
          subtitle="Many shows in one go: all of them or none"
          actions={
            <Segments
              label="What to schedule"
              value={kind}
              onChange={(value) => {
                setKind(value);
                forget();
              }}
              options={kinds}
            />
          }
        />
      </div>
      {kind === 'run' ? <RunForm {...formProps} /> : <CopyForm {...formProps} />}
      {problem && (
        <Banner tone="danger" className="mt-5">
          {problem}
        </Banner>
      )}
      {preview.data && <Preview key={preview.submittedAt} preview={preview.data} onRefused={lookAgain} />}
    </>
  );
}
