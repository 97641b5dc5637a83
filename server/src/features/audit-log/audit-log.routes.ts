import { auditEntry, auditQuery } from '@moviebooking/contract/admin';
import { successPage } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answerPage } from '../../platform/http/responses.ts';
import { selectAuditEntries } from './audit-log.sql.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function auditLogRoutes(api: Api, { db, timeZone }: { db: Database; timeZone: string }): void {
  api.get(
    '/admin/audit',
    {
      config,
      schema: {
        tags,
        operationId: 'listAuditEntries',
        summary: 'Lists the audit log',
        description:
          'Returns who did what and from where, newest first, with the values before and after. Covers changes to the catalogue and to ' +
          'users, exports and other reads of customers’ data, check-ins, cancellations by the cinema, and logins of staff and administrators.',
        querystring: auditQuery,
        response: { 200: successPage(auditEntry) },
      },
    },
    async (request) => answerPage(request.query, await selectAuditEntries(db, request.query, timeZone)),
  );
}
