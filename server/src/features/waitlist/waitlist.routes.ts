import { idParams, success } from '@moviebooking/contract/http';
import { waiting, waitingRequest, waitingUser, waitingWithShow, waitlistSize } from '@moviebooking/contract/waitlist';
import { z } from 'zod';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import type { Waitlist } from './waitlist.ts';

export function waitlistRoutes(api: Api, waitlist: Waitlist): void {
  api.put(
    '/shows/:id/waitlist',
    {
      schema: {
        tags: ['Waitlist'],
        operationId: 'joinWaitlist',
        summary: 'Puts the caller on the waitlist of a show',
        description:
          'Possible while fewer seats are free than the caller wants, until an hour before the start. A caller who already ' +
          'waits changes the number of seats and keeps their place.',
        params: idParams,
        body: waitingRequest,
        response: { 200: success(waiting.nullable()) },
      },
    },
    async (request) =>
      answer(
        await waitlist.join({ showId: request.params.id, userId: request.userId, seats: request.body.seats }),
        "We'll tell you when seats come free.",
      ),
  );

  api.delete(
    '/shows/:id/waitlist',
    {
      schema: {
        tags: ['Waitlist'],
        operationId: 'leaveWaitlist',
        summary: 'Takes the caller off the waitlist of a show',
        description: 'Declines an offer, if there is one: its seats are offered to the next user.',
        params: idParams,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await waitlist.leave(request.params.id, request.userId);
      return answer(null, "You're no longer on the waitlist.");
    },
  );

  api.get(
    '/shows/:id/waitlist',
    {
      schema: {
        tags: ['Waitlist'],
        operationId: 'getWaiting',
        summary: "Returns the caller's place on the waitlist of a show",
        description:
          'Null for a caller who does not wait. An offer has seats that are held for the caller until a time.',
        params: idParams,
        response: { 200: success(waiting.nullable()) },
      },
    },
    async (request) => answer(await waitlist.find(request.params.id, request.userId)),
  );

  api.get(
    '/profile/waitlist',
    {
      schema: {
        tags: ['Waitlist'],
        operationId: 'listMyWaiting',
        summary: 'Lists the shows that the caller waits for',
        description: 'Soonest first. Leaves out shows that have started.',
        response: { 200: success(z.array(waitingWithShow)) },
      },
    },
    async (request) => answer(await waitlist.listOf(request.userId)),
  );

  api.get(
    '/admin/waitlists',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Administration'],
        operationId: 'listWaitlists',
        summary: 'Lists how many users wait for each upcoming show',
        description: 'Leaves out shows that nobody waits for.',
        response: { 200: success(z.array(waitlistSize)) },
      },
    },
    async () => answer(await waitlist.sizes()),
  );

  api.get(
    '/admin/shows/:id/waitlist',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Administration'],
        operationId: 'listWaitingUsers',
        summary: 'Lists the users who wait for a show, in order',
        description: 'Lists the first 1,000.',
        params: idParams,
        response: { 200: success(z.array(waitingUser)) },
      },
    },
    async (request) => answer(await waitlist.listFor(request.params.id)),
  );
}
