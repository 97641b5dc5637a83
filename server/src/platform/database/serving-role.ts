/**
 * Two PostgreSQL roles: one owns and migrates the tables, the other serves requests. The serving role can read everything and
 * change rows, but cannot touch tables, functions, roles or files, delete bookings or accounts, or rewrite audit entries. This
 * limits the damage an injected query can do. Its privileges are granted again at every start, in the migrations' transaction.
 */
import pg from 'pg';
import { StartError } from '../errors/start-error.ts';

export interface ServingRole {
  name: string;
  password?: string | undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const TABLE_PRIVILEGES = 'select, insert, update, delete';
const VIEW_PRIVILEGES = 'select';
/** Relations that need fewer privileges. Writes through a view run with its owner's privileges, so views get the least. */
const EXCEPTIONS: Record<string, string> = {
  users: 'select, insert, update',
  bookings: 'select, insert, update',
  audit_log: 'select, insert, delete',
  closed_seats: 'select, insert, delete',
  closed_seats_of_show: 'select, insert, delete',
  seat_marks: 'select, insert, delete',
  schema_migrations: 'select',
  'ledger.applied': 'select',
  'ledger.epoch': 'select, update',
  tickets: 'select, update',
  scan_conflicts: 'select, insert',
  request_keys: 'select, delete',
};

export async function grantServing(owner: pg.ClientBase, { name, password }: ServingRole): Promise<void> {
  const role = pg.escapeIdentifier(name);
  await createRole(owner, { name, password });
  const { rows: relations } = await owner.query<{ name: string; is_table: boolean }>(
    `select oid::regclass::text as name, relkind in ('r', 'p') as is_table from pg_class
     where relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and relkind in ('r', 'p', 'v', 'm') order by 1`,
  );
  const grants = relations.map(({ name: relation, is_table }) => {
    const privileges = EXCEPTIONS[relation] ?? (is_table ? TABLE_PRIVILEGES : VIEW_PRIVILEGES);
    return `grant ${privileges} on ${relation} to ${role};`;
  });
  await owner.query(`
    revoke create on schema public from public;
    revoke all on all tables in schema public, ledger from ${role};
    ${grants.join('\n')}
    grant usage on schema public, ledger to ${role};
    grant usage on all sequences in schema public to ${role}`);
}

/** Roles belong to the whole PostgreSQL server, so a start on another database may create it at the same time. */
async function createRole(owner: pg.ClientBase, { name, password }: ServingRole): Promise<void> {
  const { rows } = await owner.query<{ owner: string; found: boolean }>(
    'select current_user as owner, exists (select from pg_roles where rolname = $1) as found',
    [name],
  );
  if (rows[0]?.found) return;
  const secret = password === undefined ? '' : ` password ${pg.escapeLiteral(password)}`;
  const create = `create role ${pg.escapeIdentifier(name)} login${secret}`;
  await owner
    .query(
      `do ${pg.escapeLiteral(`begin ${create}; exception when duplicate_object or unique_violation then null; end`)}`,
    )
    .catch((error) => {
      throw error.code === INSUFFICIENT_PRIVILEGE ? mayNotCreate(name, rows[0]?.owner ?? '') : error;
    });
}

const mayNotCreate = (name: string, owner: string) =>
  new StartError(
    `The database owner ${owner} cannot create the role ${name}, which serves requests. Ask a superuser to grant it ` +
      `the privilege (alter role ${pg.escapeIdentifier(owner)} createrole) or to create the role ` +
      `(create role ${pg.escapeIdentifier(name)} login password '…').`,
  );
