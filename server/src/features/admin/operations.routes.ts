import { activityItem, today } from '@moviebooking/contract/activity';
import { bookingStory } from '@moviebooking/contract/booking-story';
import { idParams, success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import { readActivity, readToday } from './activity.ts';
import { readBookingStory } from './booking-story.ts';

interface Parts {
  db: Database;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function operationsRoutes(api: Api, { db, timeZone }: Parts): void {
  api.get(
    '/admin/activity',
    {
      config,
      schema: {
        tags,
        operationId: 'listActivity',
        summary: 'What happened last',
        description: 'The last bookings and cancellations, and shows of the coming days that fill up, latest first.',
        response: { 200: success(z.array(activityItem)) },
      },
    },
    async () => answer(await readActivity(db, timeZone)),
  );

  api.get(
    '/admin/today',
    {
      config,
      schema: {
        tags,
        operationId: 'getToday',
        summary: 'This day in the cinemas',
        description: 'Sales beside those of yesterday and a week ago, the next shows, and how full each cinema is.',
        response: { 200: success(today) },
      },
    },
    async () => answer(await readToday(db, timeZone)),
  );

  api.get(
    '/admin/bookings/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getBookingStory',
        summary: 'A booking and what happened to it',
        description:
          'Made, paid, mailed, moved with its show, checked in or cancelled: when, and by whom. The audit log records each request.',
        params: idParams,
        response: { 200: success(bookingStory) },
      },
    },
    async (request) => {
      const story = await readBookingStory(db, request.params.id);
      const { movie, screen } = story.booking.show;
      const name = `${movie.title}, ${screen.cinema.name}, ${screen.name}`;
      await recordRead(db, actorOf(request), { entity: 'booking', entityId: story.booking.id, name });
      return answer(story);
    },
  );
}
