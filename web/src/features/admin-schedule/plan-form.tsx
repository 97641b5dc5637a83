import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { ContractForm } from '../../ui/contract-form.tsx';
import { RequiredNote } from '../../ui/required-note.tsx';

export interface PlanProps {
  onPreview: (plan: object) => Promise<unknown>;
  /** Called on every edit: the preview is out of date. */
  onEdit: () => void;
  /** Makes Preview a secondary button, because the next step is to schedule. */
  hasPreview: boolean;
}

export const PREVIEW_FAILURE = 'Failed to load the preview. Please try again.';

interface PlanFormProps<Fields extends FieldValues> {
  form: ContractForm<Fields>;
  hasPreview: boolean;
  className: string;
  children: ReactNode;
}

export function PlanForm<Fields extends FieldValues>({ form, hasPreview, className, children }: PlanFormProps<Fields>) {
  return (
    <>
      <Card className="p-4 sm:p-6">
        <form noValidate onSubmit={form.submit} className={className}>
          <div className="lg:col-span-full">
            <RequiredNote />
          </div>
          {children}
          <div className="lg:col-span-full">
            <Button
              type="submit"
              variant={hasPreview ? 'secondary' : 'primary'}
              busy={form.isSubmitting && 'Loading...'}
            >
              Preview
            </Button>
          </div>
        </form>
      </Card>
      <ProblemBanner problem={form.problem} className="mt-5" />
    </>
  );
}
