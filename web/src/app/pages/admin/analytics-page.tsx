import { ChartColumn } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function AnalyticsPage() {
  return (
    <>
      <PageHeader title="Analytics" tabTitle="Analytics, Admin" />
      <Card>
        <EmptyState icon={ChartColumn} title="No figures to show" />
      </Card>
    </>
  );
}
