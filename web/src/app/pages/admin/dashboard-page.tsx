import { ReceiptIndianRupee } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" tabTitle="Admin Dashboard" />
      <Card className="overflow-hidden">
        <h2 className="border-line border-b px-6 py-4 font-semibold text-lg">Recent Bookings</h2>
        <EmptyState icon={ReceiptIndianRupee} title="No bookings to show" />
      </Card>
    </>
  );
}
