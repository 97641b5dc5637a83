import { Armchair } from 'lucide-react';
import { useSession } from '../../lib/session.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Customers choose seats here; administrators see the same map with its bookers. */
export function SeatPage() {
  const isAdmin = useSession((session) => session.user?.role === 'ADMIN');
  const isConnected = useLiveConnection((state) => state.isConnected);
  return (
    <>
      <PageHeader
        title={isAdmin ? 'Seat Status Overview' : 'Select Your Seats'}
        actions={
          <>
            {isAdmin && <Badge tone="info">Admin View</Badge>}
            <span role="status">
              <Badge tone={isConnected ? 'success' : 'warning'}>
                <span aria-hidden className="size-2 rounded-full bg-current" />
                {isConnected ? 'Real-time updates active' : 'Connecting...'}
              </Badge>
            </span>
          </>
        }
      />
      <Card>
        <EmptyState icon={Armchair} title="No seat map for this show" />
      </Card>
    </>
  );
}
