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
    case 'cancelled':
      return seats.every((seat) => owners.get(seat)?.bookingId === change.bookingId);
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

/** Holds that expired, and offers. */
const isByItself = (change: ChangeOfSeats): boolean =>
  change.kind === 'released'
    ? change.reason !== 'released' || change.isOffer === true
    : change.kind === 'held' && change.isOffer === true;

const sameSeats = (a: string[], b: string[]) => a.toSorted().join() === b.toSorted().join();
const KINDS = { hold: 'held', release: 'released', book: 'booked', cancel: 'cancelled' } as const;

/** Could the operation have made this change? */
function isOf(change: ChangeOfSeats, { verb, userId, seats, bookingId, answer }: Operation): boolean {
  if (isByItself(change)) return false;
  if (change.kind !== KINDS[verb] || change.userId !== userId) return false;
  switch (change.kind) {
    case 'held': {
      const isInTime = answer?.expiresAt === undefined || answer.expiresAt === change.expiresAt;
      return isInTime && (answer?.done.every((seat) => change.seats.includes(seat)) ?? true);
    }
    case 'released':
      return answer === undefined || sameSeats(answer.done, change.seats);
    case 'booked':
      return (bookingId === undefined || change.bookingId === bookingId) && sameSeats(seats, change.seats);
    case 'cancelled':
      return change.bookingId === bookingId && sameSeats(seats, change.seats);
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

const seatsOf = ({ userId, seats }: { userId: number; seats: string[] }) => seats.map((seat) => `${userId} ${seat}`);

/** A user who holds seats that they are offered is told that they hold them, and nothing changes. */
const isAboutOffer = ({ verb, userId, answer }: Operation, offered: ReadonlySet<string>): boolean =>
  verb === 'hold' && seatsOf({ userId, seats: answer?.done ?? [] }).some((seat) => offered.has(seat));

/** Finds each operation's change: first of answered operations, then of those that may have happened. */
function place(operations: Operation[], changes: ChangeOfSeats[]) {
  const unexplained = new Set(changes);
  const placed: Placed[] = [];
  const lost: Operation[] = [];
  const offered = new Set(
    changes.flatMap((change) => (change.kind === 'held' && change.isOffer ? seatsOf(change) : [])),
  );
  const inOrder = operations.toSorted((a, b) => a.began - b.began);
  for (const operation of [...inOrder.filter(({ answer }) => answer), ...inOrder.filter(({ answer }) => !answer)]) {
    if (operation.answer?.done.length === 0) continue;
    const change = [...unexplained].find((candidate) => isOf(candidate, operation));
    if (change) {
      unexplained.delete(change);
      placed.push({ operation, version: change.version });
    } else if (operation.answer && !isAboutOffer(operation, offered)) lost.push(operation);
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

/** Changes that nobody asked for, as operations: each after all operations with lower versions began, and before the next ended. */
function happenedByThemselves(changes: ChangeOfSeats[], placed: Placed[]): Operation[] {
  const began = changes.map(() => Number.NEGATIVE_INFINITY);
  const ended = changes.map(() => Number.POSITIVE_INFINITY);
  for (const { operation, version } of placed) {
    began[version - 1] = operation.began;
    ended[version - 1] = operation.answer?.at ?? Number.POSITIVE_INFINITY;
  }
  for (let n = 1; n < began.length; n++) began[n] = Math.max(began[n] ?? 0, began[n - 1] ?? 0);
  for (let n = ended.length - 2; n >= 0; n--) ended[n] = Math.min(ended[n] ?? 0, ended[n + 1] ?? 0);
  return changes.filter(isByItself).map(({ kind, userId, seats, version }) => ({
    ...{ verb: kind === 'held' ? 'hold' : 'release', userId, seats },
    began: began[version - 1] ?? 0,
    answer: { at: ended[version - 1] ?? 0, done: seats, conflicts: [] },
  }));
}

/**
 * Returns each sale of a companion place to a user without a wheelchair place, and each change that left one so. `marks` says of
 * each place whether it is for companions. A change publishes what it gives back, then what it takes.
 */
export function companionsAlone(published: ChangeOfSeats[], marks: ReadonlyMap<string, boolean>): string[] {
  if (marks.size === 0) return [];
  const changes = published.toSorted((a, b) => a.version - b.version);
  let owners: Owners = new Map();
  return changes.flatMap((change, index) => {
    const previous = changes[index - 1];
    const bookingOf = (other: ChangeOfSeats | undefined) => other && 'bookingId' in other && other.bookingId;
    owners = apply(owners, change);
    if (change.kind !== 'booked' && change.kind !== 'cancelled') return [];
    const next = changes[index + 1];
    if (change.kind === 'cancelled' && next?.kind === 'booked' && bookingOf(next) === change.bookingId) return [];
    const isChange =
      change.kind === 'cancelled'
        ? [...owners.values()].some(({ bookingId }) => bookingId === change.bookingId)
        : previous?.kind === 'cancelled' && bookingOf(previous) === change.bookingId;
    if (!isChange && !change.seats.some((seat) => marks.get(seat))) return [];
    const places = [...owners].filter(([, owner]) => owner.userId === change.userId && owner.bookingId !== undefined);
    const kinds = places.map(([seat]) => marks.get(seat));
    const isAlone = kinds.includes(true) && !kinds.includes(false) && (isChange || change.kind === 'booked');
    return isAlone ? [`${describeChange(change)} left a companion place without a wheelchair place`] : [];
  });
}

/** Returns all faults, the owner of each seat at the end, and what happened without a request. */
export function replayVersions(
  operations: Operation[],
  published: ChangeOfSeats[],
): { faults: string[]; owners: Owners; byThemselves: Operation[] } {
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
  for (const change of unexplained)
    if (!isByItself(change)) faults.push(`${describeChange(change)} is what nobody asked for`);
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
  return { faults, owners: states.at(-1) as Owners, byThemselves: happenedByThemselves(changes, placed) };
}
