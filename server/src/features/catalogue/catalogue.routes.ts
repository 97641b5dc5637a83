import {
  catalogueQuery,
  cinema,
  cinemaDetail,
  cinemaInput,
  expectedFields,
  movie,
  movieDetail,
  movieFilters,
  movieInput,
  movieQuery,
  screen,
  screenInput,
  screenQuery,
  show,
  showInput,
  showQuery,
} from '@moviebooking/contract/catalogue';
import { id, idParams, success, successPage } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import type { Paging } from '../../platform/http/paging.ts';
import { type FreshResponse, sendCachedResponse } from '../../platform/http/response-cache.ts';
import { answer, answerPage, type PageAnswer } from '../../platform/http/responses.ts';
import { claimsOf, type TokenClaims } from '../../platform/http/sessions.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';
import { actorOf } from '../audit/audit.ts';
import { cinemas, findCinema, findMovie, findScreen, findShow, movies, screens, shows } from './catalogue.ts';
import { type CatalogueCache, cacheBriefly, doNotCache } from './catalogue-cache.ts';
import { capitalise, type Fields, type Writer } from './catalogue-writer.ts';
import { closedSeatsRoutes } from './closed-seats.routes.ts';
import { selectMovieFilters, selectMovies } from './movies.sql.ts';
import { seatMarksRoutes } from './seat-marks.routes.ts';
import { type ShowFilter, selectShows } from './shows.sql.ts';
import { selectCinemas, selectScreens } from './venues.sql.ts';

interface CatalogueDeps {
  db: Database;
  cache: CatalogueCache;
  isAdmin: (login: { userId: number; loginId: number | undefined }) => Promise<boolean>;
  timeZone: string;
}

interface Resource<
  Item extends z.ZodType,
  Detail extends z.ZodType,
  Query extends z.ZodType<Paging>,
  Input extends z.ZodObject,
  Wanted extends Paging,
> {
  path: string;
  one: string;
  descriptions: { list: string; detail: string };
  item: Item;
  detail: Detail;
  query: Query;
  input: Input;
  /** The list's response, if it has more than a page. */
  listAnswer?: z.ZodType;
  /** Returns everything that the list's response depends on. */
  resolve(query: z.output<Query>, claims: TokenClaims): Wanted | Promise<Wanted>;
  list(wanted: Wanted): Promise<FreshResponse<PageAnswer<z.output<Item>>>>;
  find(id: number): Promise<FreshResponse<{ success: true; data: z.output<Detail> }>>;
  writer: Writer<z.output<Item>, z.output<Input>>;
}

const deleted = success(z.object({ id }));
const notChanged = z.null().describe('Not changed since the response whose ETag is in If-None-Match.');

/** Every logged-in user may read; only administrators may write. */
function registerResource<
  Item extends z.ZodType,
  Detail extends z.ZodType,
  Query extends z.ZodType<Paging>,
  Input extends z.ZodObject,
  Wanted extends Paging,
>(api: Api, { db, cache }: CatalogueDeps, resource: Resource<Item, Detail, Query, Input, Wanted>): void {
  const { path, one, list, find, writer, resolve, listAnswer = successPage(resource.item) } = resource;
  const { item, detail, query }: Record<'item' | 'detail' | 'query', z.ZodType> = resource;
  const input: z.ZodObject = resource.input;
  const config = { access: 'admin' as const };
  const name = capitalise(one);
  const { list: listDescription, detail: detailDescription } = resource.descriptions;
  const tags = [`${name}s`];
  const describe = (operationId: string, summary: string, description: string) => {
    return { tags, operationId, summary, description };
  };

  api.get(
    path,
    {
      schema: {
        ...describe(`list${name}s`, `Lists ${path.slice(1)}`, listDescription),
        querystring: query,
        response: { 200: listAnswer, 304: notChanged },
      },
    },
    async (request, reply) => {
      const wanted = await resolve(request.query as z.output<Query>, claimsOf(request));
      const cached = await cache.read(`${path}?${JSON.stringify(wanted)}`, () => list(wanted));
      return sendCachedResponse(request, reply, cached);
    },
  );
  api.get(
    `${path}/:id`,
    {
      schema: {
        ...describe(`get${name}`, `Returns a ${one}`, detailDescription),
        params: idParams,
        response: { 200: success(detail), 304: notChanged },
      },
    },
    async (request, reply) => {
      const wanted = request.params.id;
      return sendCachedResponse(request, reply, await cache.read(`${path}/${wanted}`, () => find(wanted)));
    },
  );
  api.post(
    path,
    {
      config,
      schema: {
        ...describe(`create${name}`, `Adds a ${one}`, 'Administrators only.'),
        body: input,
        response: { 201: success(item) },
      },
    },
    async (request, reply) => {
      const input = request.body as z.output<Input>;
      const made = await cache.afterChange(() => writer.create(db, actorOf(request), input));
      reply.status(201);
      return answer(made, `${name} added`);
    },
  );
  api.put(
    `${path}/:id`,
    {
      config,
      schema: {
        ...describe(
          `update${name}`,
          `Updates a ${one}`,
          'Administrators only. Replaces the whole object: missing fields are cleared, unless their description says otherwise.',
        ),
        params: idParams,
        body: input.extend({ expected: expectedFields }),
        response: { 200: success(item) },
      },
    },
    async (request) => {
      const { expected, ...fields } = request.body as { expected?: Fields };
      const input = fields as z.output<Input>;
      const change = () => writer.change(db, actorOf(request), request.params.id, input, expected);
      const changed = await cache.afterChange(change);
      return answer(changed, `${name} changed`);
    },
  );
  api.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        ...describe(`delete${name}`, `Deletes a ${one}`, `Administrators only. Refused while the ${one} is in use.`),
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await cache.afterChange(() => writer.remove(db, actorOf(request), request.params.id));
      return answer({ id: request.params.id }, `${name} deleted`);
    },
  );
}

const asAsked = <Query>(query: Query): Query => query;

export function catalogueRoutes(api: Api, deps: CatalogueDeps): void {
  const { db, isAdmin, timeZone } = deps;
  registerResource(api, deps, {
    path: '/movies',
    one: 'movie',
    descriptions: {
      list: 'Newest first. Each movie has its next show and its lowest price. Also returns the available filters.',
      detail: 'Includes its upcoming shows, soonest first.',
    },
    item: movie,
    detail: movieDetail,
    query: movieQuery,
    input: movieInput,
    resolve: asAsked,
    listAnswer: successPage(movie).extend({ filters: movieFilters }),
    list(query: z.output<typeof movieQuery>) {
      const read = async () => {
        const [page, filters] = await Promise.all([selectMovies(db, query), selectMovieFilters(db)]);
        return { ...answerPage(query, page), filters };
      };
      return cacheBriefly(read, ({ data }) => data.map(({ nextShowTime }) => nextShowTime));
    },
    find: (movieId) =>
      cacheBriefly(
        async () => answer(await findMovie(db, movieId)),
        ({ data }) => [data.shows[0]?.startTime],
      ),
    writer: movies,
  });
  registerResource(api, deps, {
    path: '/cinemas',
    one: 'cinema',
    descriptions: { list: 'Sorted by name.', detail: 'Includes its screens.' },
    item: cinema,
    detail: cinemaDetail,
    query: catalogueQuery,
    input: cinemaInput,
    resolve: asAsked,
    list: (query) => cacheBriefly(async () => answerPage(query, await selectCinemas(db, query))),
    find: (cinemaId) => cacheBriefly(async () => answer(await findCinema(db, cinemaId))),
    writer: cinemas,
  });
  registerResource(api, deps, {
    path: '/screens',
    one: 'screen',
    descriptions: { list: 'Sorted by cinema name, then by screen name.', detail: 'Includes its cinema.' },
    item: screen,
    detail: screen,
    query: screenQuery,
    input: screenInput,
    resolve: asAsked,
    list: (query) => cacheBriefly(async () => answerPage(query, await selectScreens(db, query))),
    find: (screenId) => cacheBriefly(async () => answer(await findScreen(db, screenId))),
    writer: screens,
  });
  closedSeatsRoutes(api, deps);
  seatMarksRoutes(api, deps);
  registerResource(api, deps, {
    path: '/shows',
    one: 'show',
    descriptions: {
      list: 'Upcoming shows first, soonest on top, then past ones, latest on top. Only administrators see cancelled shows.',
      detail: 'Includes its movie, its screen and the number of available seats.',
    },
    item: show,
    detail: show,
    query: showQuery,
    input: showInput,
    resolve: async ({ date, ...query }, claims): Promise<Paging & ShowFilter> => ({
      ...query,
      date: date === 'today' ? dayOf(new Date(), timeZone) : date,
      withCancelled: await isAdmin(claims),
    }),
    list(query) {
      const read = async () => answerPage(query, await selectShows(db, query, timeZone));
      // Only the first page has the next show to start, whose start changes the order.
      return query.page === 1 ? cacheBriefly(read, ({ data }) => [data[0]?.startTime]) : doNotCache(read);
    },
    find: (showId) => doNotCache(async () => answer(await findShow(db, showId))),
    writer: shows,
  });
}
