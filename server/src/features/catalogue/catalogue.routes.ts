import {
  catalogueQuery,
  cinema,
  cinemaDetail,
  cinemaInput,
  movie,
  movieDetail,
  movieInput,
  screen,
  screenInput,
  screenQuery,
  show,
  showInput,
  showQuery,
} from '@moviebooking/contract/catalogue';
import { id, idParams, success, successPage } from '@moviebooking/contract/http';
import { z } from 'zod';
import { answer, answerPage } from '../../platform/answers.ts';
import { dayOf } from '../../platform/cinema-day.ts';
import type { Database } from '../../platform/database.ts';
import type { Api } from '../../platform/http.ts';
import type { Page, Paging } from '../../platform/paging.ts';
import { actorOf } from '../audit/audit.ts';
import { cinemas, findCinema, findMovie, findScreen, findShow, movies, screens, shows } from './catalogue.ts';
import { selectMovies } from './movies.sql.ts';
import { selectShows } from './shows.sql.ts';
import { selectCinemas, selectScreens } from './venues.sql.ts';
import type { Writer } from './writing.ts';

interface Parts {
  db: Database;
  timeZone: string;
}

interface Resource<
  Item extends z.ZodType,
  Detail extends z.ZodType,
  Query extends z.ZodType<Paging>,
  Input extends z.ZodType,
> {
  path: string;
  one: string;
  descriptions: { list: string; detail: string };
  item: Item;
  detail: Detail;
  query: Query;
  input: Input;
  list(query: z.output<Query>): Promise<Page<z.output<Item>>>;
  find(id: number): Promise<z.output<Detail>>;
  writer: Writer<z.output<Item>, z.output<Input>>;
}

const deleted = success(z.object({ id }));

/** Everyone who is logged in may read, administrators may write. */
function registerResource<
  Item extends z.ZodType,
  Detail extends z.ZodType,
  Query extends z.ZodType<Paging>,
  Input extends z.ZodType,
>(api: Api, db: Database, resource: Resource<Item, Detail, Query, Input>): void {
  const { path, one, list, find, writer } = resource;
  const { item, detail, query, input }: Record<'item' | 'detail' | 'query' | 'input', z.ZodType> = resource;
  const config = { access: 'admin' as const };
  const name = one.charAt(0).toUpperCase() + one.slice(1);
  const { list: listDescription, detail: detailDescription } = resource.descriptions;
  const tags = [`${name}s`];
  const describe = (operationId: string, summary: string, description: string) => ({
    tags,
    operationId,
    summary,
    description,
  });

  api.get(
    path,
    {
      schema: {
        ...describe(`list${name}s`, `List ${path.slice(1)}`, listDescription),
        querystring: query,
        response: { 200: successPage(item) },
      },
    },
    async (request) => {
      const wanted = request.query as z.output<Query>;
      return answerPage(wanted, await list(wanted));
    },
  );
  api.get(
    `${path}/:id`,
    {
      schema: {
        ...describe(`get${name}`, `One ${one}`, detailDescription),
        params: idParams,
        response: { 200: success(detail) },
      },
    },
    async (request) => answer(await find(request.params.id)),
  );
  api.post(
    path,
    {
      config,
      schema: {
        ...describe(`create${name}`, `Add a ${one}`, 'Administrators only.'),
        body: input,
        response: { 201: success(item) },
      },
    },
    async (request, reply) => {
      const made = await writer.create(db, actorOf(request), request.body as z.output<Input>);
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
          `Change a ${one}`,
          'Administrators only. The whole is sent: what is not named is cleared.',
        ),
        params: idParams,
        body: input,
        response: { 200: success(item) },
      },
    },
    async (request) => {
      const changed = await writer.change(db, actorOf(request), request.params.id, request.body as z.output<Input>);
      return answer(changed, `${name} changed`);
    },
  );
  api.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        ...describe(`delete${name}`, `Delete a ${one}`, 'Administrators only. Refused while it is in use.'),
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await writer.remove(db, actorOf(request), request.params.id);
      return answer({ id: request.params.id }, `${name} deleted`);
    },
  );
}

export function catalogueRoutes(api: Api, { db, timeZone }: Parts): void {
  registerResource(api, db, {
    path: '/movies',
    one: 'movie',
    descriptions: { list: 'Newest first.', detail: 'With its shows that have not started, soonest first.' },
    item: movie,
    detail: movieDetail,
    query: catalogueQuery,
    input: movieInput,
    list: (query) => selectMovies(db, query),
    find: (movieId) => findMovie(db, movieId),
    writer: movies,
  });
  registerResource(api, db, {
    path: '/cinemas',
    one: 'cinema',
    descriptions: { list: 'By name.', detail: 'With its screens.' },
    item: cinema,
    detail: cinemaDetail,
    query: catalogueQuery,
    input: cinemaInput,
    list: (query) => selectCinemas(db, query),
    find: (cinemaId) => findCinema(db, cinemaId),
    writer: cinemas,
  });
  registerResource(api, db, {
    path: '/screens',
    one: 'screen',
    descriptions: { list: 'By the name of the cinema, then of the screen.', detail: 'With its cinema.' },
    item: screen,
    detail: screen,
    query: screenQuery,
    input: screenInput,
    list: (query) => selectScreens(db, query),
    find: (screenId) => findScreen(db, screenId),
    writer: screens,
  });
  registerResource(api, db, {
    path: '/shows',
    one: 'show',
    descriptions: {
      list: 'Those to come, soonest first, then those that have started, latest first.',
      detail: 'With its movie, its screen and how many seats are available.',
    },
    item: show,
    detail: show,
    query: showQuery,
    input: showInput,
    list: ({ date, ...query }) =>
      selectShows(db, { ...query, date: date === 'today' ? dayOf(new Date(), timeZone) : date }, timeZone),
    find: (showId) => findShow(db, showId),
    writer: shows,
  });
}
