import type { SharedTicket as SharedTicketData } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { Printer, TicketX } from 'lucide-react';
import { useParams } from 'react-router';
import { SharedTicket } from '../../features/tickets/shared-ticket.tsx';
import { describeNews } from '../../features/tickets/wording.ts';
import { isMissing } from '../../lib/api.ts';
import { brandName } from '../../lib/brand.ts';
import { t } from '../../lib/language.ts';
import { dataQuery } from '../../lib/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Paper } from '../../ui/paper.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** A ticket that somebody shared, without a login. Read again when its user comes back, because the show may have moved. */
const ticketQuery = (code: string) => ({
  ...dataQuery<SharedTicketData>(`/tickets/${encodeURIComponent(code)}`),
  refetchOnWindowFocus: 'always' as const,
});

export function SharedTicketPage() {
  const { code = '' } = useParams();
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10">
      <meta name="robots" content="noindex" />
      <PageHeader title={t('Your ticket')} tabTitle={t('Ticket')} />
      <TicketOf code={code} />
    </div>
  );
}

function TicketOf({ code }: { code: string }) {
  const { data: ticket, error, isFetching, refetch } = useQuery(ticketQuery(code));
  if (isMissing(error))
    return (
      <Card>
        <EmptyState
          icon={TicketX}
          title={t("This ticket isn't valid")}
          note={t(
            'Its seat may have been given back or exchanged, or part of the link is missing. Ask whoever sent it for a new link.',
          )}
          action={
            <ButtonLink to="/movies" variant="secondary">
              {t("See what's on")}
            </ButtonLink>
          }
        />
      </Card>
    );
  if (ticket) return <Found ticket={ticket} />;
  if (isFetching) return <Skeleton className="h-80 rounded-xl" />;
  return (
    <Card>
      <ErrorState message={t('Failed to load the ticket. Please try again.')} onRetry={() => void refetch()} />
    </Card>
  );
}

function Found({ ticket }: { ticket: SharedTicketData }) {
  const news = describeNews(ticket);
  return (
    <>
      {news && (
        <Banner tone={ticket.status === 'SHOW_CANCELLED' ? 'danger' : 'info'} className="mb-4">
          {news}
        </Banner>
      )}
      <SharedTicket ticket={ticket} />
      {ticket.status === 'VALID' && (
        <>
          <p className="mt-4 text-muted text-sm">
            {t('This ticket admits one person, once. Keep its link to yourself: whoever has it can enter.')}
          </p>
          <Button variant="secondary" onClick={() => window.print()} className="mt-4 max-sm:w-full">
            <Printer aria-hidden className="size-4.5" /> {t('Print ticket')}
          </Button>
        </>
      )}
      <Paper>
        <p className="mb-4 font-display text-lg">{brandName}</p>
        <SharedTicket ticket={ticket} />
      </Paper>
    </>
  );
}
