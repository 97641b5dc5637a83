/**
 * Rows as text of PostgreSQL's COPY, out of and into the database. The driver speaks that part of the protocol and leaves
 * its use to others.
 */
import { once } from 'node:events';
import { type Duplex, Readable, Writable } from 'node:stream';
import pg from 'pg';

/** What the driver hands to a query while rows are copied. */
interface Wire {
  stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

class Copy extends pg.Query {
  readonly ended: Promise<void>;
  /** Set by the driver's base class, which calls it once, at the end. */
  callback: (error: Error | null) => void;

  constructor(statement: string) {
    super(statement);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ended = promise;
    this.ended.catch(() => {});
    this.callback = (error) => (error ? reject(error) : resolve());
  }
}

/** `statement` is a `copy … to stdout`. Rows come no faster than they are read. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let wire: Wire | undefined;
  const rows = new Readable({
    read: () => void wire?.stream.resume(),
    destroy(error, done) {
      wire?.stream.resume();
      done(error);
    },
  });
  class CopyOut extends Copy {
    handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire): void {
      wire = connection;
      // The driver writes the next message into the same memory.
      if (!rows.destroyed && !rows.push(Buffer.from(chunk))) connection.stream.pause();
    }
  }
  client.query(new CopyOut(statement)).ended.then(
    () => rows.push(null),
    (error) => rows.destroy(error),
  );
  return rows;
}

/** `statement` is a `copy … from stdin`. Finishes when the database has taken all rows; anything else undoes the statement. */
export function copyIn(client: pg.ClientBase, statement: string): Writable {
  const ready = Promise.withResolvers<Wire>();
  ready.promise.catch(() => {});
  class CopyIn extends Copy {
    handleCopyInResponse(connection: Wire): void {
      ready.resolve(connection);
    }
  }
  const copy = client.query(new CopyIn(statement));
  const rows = new Writable({
    write(chunk: Buffer, _, done) {
      ready.promise
        .then(async (wire) => {
          wire.sendCopyFromChunk(chunk);
          if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
        })
        .then(() => done(), done);
    },
    final(done) {
      ready.promise
        .then((wire) => {
          wire.endCopyFrom();
          return copy.ended;
        })
        .then(() => done(), done);
    },
    destroy(error, done) {
      if (error) ready.promise.then((wire) => wire.sendCopyFail(error.message)).catch(() => {});
      done(error);
    },
  });
  copy.ended.catch((error) => {
    ready.reject(error);
    rows.destroy(error);
  });
  return rows;
}
