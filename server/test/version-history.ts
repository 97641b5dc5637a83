/**
 * A second check of what many clients did to one show, based on the changes of its seats. It replays them in the order of their
 * versions on a model in which a seat has one owner. Each change must match a request, each answer must match the model at its
 * version, and an operation that was answered before another began must have the lower version.
 */
import type { ChangeOfSeats } from '../src/features/seating/seat-changes.ts';
import { isRefusedForSeats, type Operation } from './seat-history.ts';

/** The owner of each seat: by a booking, or else by a hold. */
type Owners = ReadonlyMap<string, { userId: number; bookingId?: number }>;

const isTaken = (owners: Owners, seat: string, userId: number): boolean => {
  const owner = owners.get(seat);
  return owner !== undefined && (owner.userId !== userId || owner.bookingId !== undefined);
};

/** The state that the change requires. */
function isPossible(owners: Owners, change: ChangeOfSeats): boolean {
  const { userId, seats } = change;
  switch (change.kind) {
    case 'held':
    case 'booked':
      return seats.every((seat) => !isTaken(owners, seat, userId));
    case 'released':
      return seats.every((seat) => owners.has(seat) && !isTaken(owners, seat, userId));
    case 'cancelled': {
      const booked = [...owners].filter(([, owner]) => owner.bookingId === change.bookingId).map(([seat]) => seat);
      return sameSeats(booked, seats);
    }
  }
}

function apply(owners: Owners, change: ChangeOfSeats): Owners {
  const next = new Map(owners);
  for (const seat of change.seats) {
    if (change.kind === 'held') next.set(seat, { userId: change.userId });
    else if (change.kind === 'booked') next.set(seat, { userId: change.userId, bookingId: change.bookingId });
    else next.delete(seat);
  }
  return next;
}

const sameSeats = (a: string[], b: string[]) => a.toSorted().join() === b.toSorted().join();
const KINDS = { hold: 'held', release: 'released', book: 'booked', cancel: 'cancelled' } as const;

/** Could the operation have made this change? */
function isOf(change: ChangeOfSeats, { verb, userId, seats, bookingId, answer }: Operation): boolean {
  if (change.kind !== KINDS[verb] || change.userId !== userId) return false;
  switch (change.kind) {
    case 'held': {
      const isInTime = answer?.expiresAt === undefined || answer.expiresAt === change.expiresAt;
      return isInTime && (answer?.done.every((seat) => change.seats.includes(seat)) ?? true);
    }
    case 'released':
      return change.reason === 'released' && (answer === undefined || sameSeats(answer.done, change.seats));
    case 'booked':
      return (bookingId === undefined || change.bookingId === bookingId) && sameSeats(seats, change.seats);
    case 'cancelled':
      return change.bookingId === bookingId;
  }
}

interface Placed {
  operation: Operation;
  version: number;
}

const describeOperation = ({ verb, userId, seats, bookingId }: Operation) =>
  `${verb} ${seats.join()} by user ${userId}${bookingId === undefined ? '' : ` (booking ${bookingId})`}`;
const describeChange = ({ version, kind, seats, userId }: ChangeOfSeats) =>
  `version ${version} (${kind} ${seats.join()} by user ${userId})`;

/** Finds each operation's change: first of answered operations, then of those that may have happened. */
function place(operations: Operation[], changes: ChangeOfSeats[]) {
  const unexplained = new Set(changes);
  const placed: Placed[] = [];
  const lost: Operation[] = [];
  const inOrder = operations.toSorted((a, b) => a.began - b.began);
  for (const operation of [...inOrder.filter(({ answer }) => answer), ...inOrder.filter(({ answer }) => !answer)]) {
    if (operation.answer?.done.length === 0) continue;
    const change = [...unexplained].find((candidate) => isOf(candidate, operation));
    if (change) {
      unexplained.delete(change);
      placed.push({ operation, version: change.version });
    } else if (operation.answer) lost.push(operation);
  }
  return { placed: placed.toSorted((a, b) => a.version - b.version), lost, unexplained };
}

/** Returns pairs of operations whose versions contradict their order in real time. */
function contradictions(placed: Placed[]): string[] {
  const faults: string[] = [];
  let latest: Placed | undefined;
  for (const next of placed) {
    const endedAt = next.operation.answer?.at ?? Number.POSITIVE_INFINITY;
    if (latest && endedAt < latest.operation.began) {
      faults.push(
        `${describeOperation(next.operation)} ended before ${describeOperation(latest.operation)} began, and has version ${next.version}, not one before ${latest.version}`,
      );
    }
    if (!latest || next.operation.began > latest.operation.began) latest = next;
  }
  return faults;
}

/** Was there a version, among those the operation may have seen, at which exactly these seats were taken? */
function isRefusalTrue(refused: Operation, placed: Placed[], states: Owners[]): boolean {
  const { began, seats, userId, answer } = refused;
  const before = placed.filter(({ operation }) => (operation.answer?.at ?? Number.POSITIVE_INFINITY) < began);
  const after = placed.filter(({ operation }) => operation.began > (answer?.at ?? 0));
  const from = Math.max(0, ...before.map(({ version }) => version));
  const to = Math.min(states.length, ...after.map(({ version }) => version));
  return states.slice(from, to).some((owners) =>
    sameSeats(
      seats.filter((seat) => isTaken(owners, seat, userId)),
      answer?.conflicts ?? [],
    ),
  );
}

/** Returns all faults, and the owner of each seat at the end. */
export function replayVersions(
  operations: Operation[],
  published: ChangeOfSeats[],
): { faults: string[]; owners: Owners } {
  const changes = published.toSorted((a, b) => a.version - b.version);
  const faults: string[] = [];
  const states: Owners[] = [new Map()];
  for (const [index, change] of changes.entries()) {
    const owners = states.at(-1) as Owners;
    if (change.version !== index + 1) faults.push(`${describeChange(change)} is the ${index + 1}. change`);
    if (!isPossible(owners, change)) faults.push(`${describeChange(change)} is not possible then`);
    states.push(apply(owners, change));
  }
  const { placed, lost, unexplained } = place(operations, changes);
  for (const operation of lost) faults.push(`${describeOperation(operation)} was answered and never happened`);
  for (const change of unexplained) {
    const isByItself = change.kind === 'released' && change.reason !== 'released';
    if (!isByItself) faults.push(`${describeChange(change)} is what nobody asked for`);
  }
  faults.push(...contradictions(placed));
  for (const { operation, version } of placed) {
    const { seats, userId, answer } = operation;
    const owners = states[version - 1] ?? new Map();
    const taken = seats.filter((seat) => isTaken(owners, seat, userId));
    if (operation.verb === 'hold' && answer && !sameSeats(taken, answer.conflicts)) {
      faults.push(`${describeOperation(operation)} was told that ${answer.conflicts} are taken, and ${taken} were`);
    }
  }
  for (const refused of operations.filter(isRefusedForSeats)) {
    if (!isRefusalTrue(refused, placed, states)) {
      faults.push(
        `${describeOperation(refused)} was refused for ${refused.answer?.conflicts}, which never were all that is taken`,
      );
    }
  }
  return { faults, owners: states.at(-1) as Owners };
}
