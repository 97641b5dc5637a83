/**
 * What everyone reads first, in one run: the movies list, a movie with 60 shows while their seats change 20 times a second, and a
 * customer's history, each compared with an authenticated echo of a response of the same size. Contenders alternate, medians count.
 * `npm run bench -- reads 5000000` adds that many bookings, half of them by one user, whose history is then read too.
 */
import { openBenchScene, tokensOf } from './bench-scene.ts';
import type { LoadOrder } from './load.ts';
import { fillForReads, MOVIE_ID } from './reads-data.ts';
import { median, medianOfRun, printRatios, printTable, type Run } from './report.ts';
import { runAndExit } from './running.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CONNECTIONS = 32;
const CHANGES_PER_SECOND = 20;
const FREE_SEATS = Array.from({ length: 10 }, (_, index) => `J${index + 1}`);

interface Read {
  name: string;
  paths: string[];
  goal?: number;
  as?: string[];
  connections?: number;
}

export const run = (skewedBookings: number) =>
  runAndExit(async (around) => {
    const scene = await openBenchScene(around, (client) => fillForReads(client, skewedBookings));
    const { userIds, showIds, boxOfficeId } = scene.filled;
    const tokens = tokensOf(userIds);

    async function send(token: string | undefined, path: string, body?: object): Promise<string> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(scene.site + path, options);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text;
    }

    /** Books and cancels seats of the movie's shows at a fixed rate, however busy the server is. Returns the number of changes. */
    async function changeSeats(stop: AbortSignal): Promise<number> {
      const underWay: Promise<number>[] = [];
      const bookAndCancel = async (n: number): Promise<number> => {
        const token = tokens[n % tokens.length];
        const booking = { showId: showIds[n % showIds.length], seats: [FREE_SEATS[n % 10]] };
        const { data } = JSON.parse(await send(token, '/api/bookings', booking));
        await send(token, `/api/bookings/cancel/${data.id}`, {});
        return 2;
      };
      for (let n = 0; !stop.aborted; n += 1) {
        underWay.push(bookAndCancel(n).catch(() => 0));
        await around.wait(2000 / CHANGES_PER_SECOND);
      }
      return (await Promise.all(underWay)).reduce((sum, changes) => sum + changes, 0);
    }

    const isSkewed = skewedBookings > 0;
    const ofBoxOffice = { paths: ['/api/bookings/history?limit=11'], as: tokensOf([boxOfficeId]), connections: 1 };
    const reads: Read[] = [
      { name: 'movies', paths: ['/api/movies'], goal: 0.7 },
      { name: 'movie', paths: [`/api/movies/${MOVIE_ID}`], goal: 0.6 },
      { name: 'history', paths: ['/api/bookings/history'], goal: isSkewed ? 0.6 : 0.5 },
      ...(isSkewed ? [{ name: 'history_of_box_office', ...ofBoxOffice }] : []),
      { name: 'shows', paths: [`/api/shows?movieId=${MOVIE_ID}`] },
      { name: 'cinemas', paths: ['/api/cinemas'] },
      { name: 'seatmaps', paths: showIds.map((id) => `/api/bookings/seats/${id}`) },
    ];
    const contenders: ({ name: string } & Pick<LoadOrder, 'request' | 'tokens' | 'connections'>)[] = [];
    for (const { name, paths, as = tokens, connections = CONNECTIONS } of reads) {
      const body = await send(as[0], paths[0] ?? '');
      const order = { tokens: as, connections };
      contenders.push({ name, request: { kind: 'get', paths }, ...order });
      contenders.push({ name: `${name} echo`, request: { kind: 'post', path: '/api/echo', body }, ...order });
    }

    const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
    const load = ({ name, ...order }: (typeof contenders)[number], seconds: number) =>
      scene.measure(() => scene.load(name, { ...order, seconds }));
    const stop = new AbortController();
    const changing = changeSeats(stop.signal);
    const began = performance.now();
    for (const contender of contenders) await load(contender, 1);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const contender of contenders) runs.get(contender.name)?.push(await load(contender, SECONDS));
    stop.abort();
    const changesPerSecond = ((await changing) / (performance.now() - began)) * 1000;

    printTable([...runs].map(([contender, ofContender]) => ({ contender, ...medianOfRun(ofContender) })));
    console.log(`  seats changed ${Math.round(changesPerSecond)} times a second during the run`);
    const ratioInRound = (name: string) => (run: Run, round: number) =>
      run.perSecond / (runs.get(`${name} echo`)?.[round]?.perSecond ?? 0);
    printRatios(
      reads.map(({ name, goal }) => ({
        ...{ bench: 'reads', name: `${name}_vs_echo` },
        // Compares within a round, so that other load on the machine slows both.
        ratio: median((runs.get(name) ?? []).map(ratioInRound(name))),
        ...(goal === undefined ? {} : { goal }),
      })),
    );
  });
