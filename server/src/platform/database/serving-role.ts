/**
 * Two roles of PostgreSQL: one owns the tables and migrates them, the other serves requests. The serving role reads
 * everything, changes rows and nothing else: no tables, functions, roles or files, no bookings or accounts deleted, no audit
 * entry rewritten. So a flaw in a query cannot do what no request may. Its rights are granted anew at every start, in the
 * transaction of the migrations.
 */
import pg from 'pg';
import { StartError } from '../errors/start-error.ts';

export interface ServingRole {
  name: string;
  password?: string | undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const OF_TABLES = 'select, insert, update, delete';
const OF_VIEWS = 'select';
/** Where less is enough. A change through a view is made with the rights of the owner, so a view gets the least. */
const EXCEPTIONS: Record<string, string> = {
  users: 'select, insert, update',
  bookings: 'select, insert, update',
  audit_log: 'select, insert, delete',
  closed_seats: 'select, insert, delete',
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
    const rights = EXCEPTIONS[relation] ?? (is_table ? OF_TABLES : OF_VIEWS);
    return `grant ${rights} on ${relation} to ${role};`;
  });
  await owner.query(`
    revoke create on schema public from public;
    revoke all on all tables in schema public, ledger from ${role};
    ${grants.join('\n')}
    grant usage on schema public, ledger to ${role};
    grant usage on all sequences in schema public to ${role}`);
}

/** Databases of one PostgreSQL share its roles, so that another start may make it at the same moment. */
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
    `The owner of the database, ${owner}, may not create the role ${name}, which serves requests. Let a superuser give it ` +
      `the right (alter role ${pg.escapeIdentifier(owner)} createrole) or make the role ` +
      `(create role ${pg.escapeIdentifier(name)} login password '…').`,
  );
