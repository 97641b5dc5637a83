import { SearchX } from 'lucide-react';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** For addresses in the admin area that don't exist. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader isDense title="Page not found" />
      <Card>
        <EmptyState
          icon={SearchX}
          title={`There's nothing at ${pathname}`}
          note="The address may be mistyped, or from an older version."
          action={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>}
        />
      </Card>
    </>
  );
}
