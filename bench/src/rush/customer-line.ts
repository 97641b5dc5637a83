/**
 * A simulated customer's connections: a live one that reconnects and rejoins the room of the current show, and a keep-alive HTTP
 * one. A request that times out closes its connection and returns undefined, because its outcome is unknown.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerEvents } from '@moviebooking/contract/live';
import { type HttpAnswer, type HttpConnection, openHttp } from '../http-connection.ts';
import { type LiveConnection, openLive } from '../live-connection.ts';
import { SeatState } from './seat-state.ts';

const RECONNECT_MS = { least: 300, most: 1300 };

interface Options {
  port: number;
  token: string;
  random: () => number;
  patienceMs: number;
  /** Called with users who have just held seats. */
  onHolders: (showId: number, userIds: number[]) => void;
  onOffer: (offer: Offer) => void;
  onFault: (fault: string) => void;
  onGap: () => void;
}

export type Offer = Parameters<ServerEvents['waitlist-offer']>[0];

/** Returns undefined on a timeout or failure. */
async function within<Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, milliseconds, undefined);
  return Promise.race([work.catch(() => undefined), late.promise]).finally(() => clearTimeout(timer));
}

export function openLine({ port, token, random, patienceMs, onHolders, onOffer, onFault, onGap }: Options) {
  let seats = new SeatState(0);
  let live: LiveConnection | undefined;
  let http: HttpConnection | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function onEvent(packet: Buffer): void {
    const { newHolders, offer, fault, isGap } = seats.hear(packet);
    if (offer) onOffer(offer);
    if (newHolders.length > 0) onHolders(seats.showId, newHolders);
    if (fault) onFault(fault);
    if (!isGap) return;
    onGap();
    void joinAgain();
  }

  /** One request at a time. */
  function ask<Answer>(event: string, payload: object): Promise<Answer | undefined> {
    const asking = turn.then(async () => {
      const connection = live;
      if (!connection) return undefined;
      const answer = await within(patienceMs, connection.ask(event, payload));
      if (!answer) connection.close();
      return answer as Answer | undefined;
    });
    turn = asking;
    return asking;
  }

  const joinAgain = async () => (seats.showId > 0 ? ask<object>('join-show', { showId: seats.showId }) : undefined);

  async function stayConnected(): Promise<void> {
    while (!isClosed) {
      const ended = Promise.withResolvers<void>();
      live = await within(patienceMs, openLive(port, token, { onEvent, onClose: ended.resolve }));
      if (live) {
        if (isClosed) live.close();
        void joinAgain();
        await ended.promise;
        live = undefined;
      }
      await pause(RECONNECT_MS.least + random() * (RECONNECT_MS.most - RECONNECT_MS.least));
    }
  }

  async function request(send: (connection: HttpConnection) => Promise<HttpAnswer>): Promise<HttpAnswer | undefined> {
    const sendNow = async () => {
      if (!http?.isOpen()) http = await openHttp(port);
      return send(http);
    };
    const answer = await within(patienceMs, sendNow());
    if (!answer) http?.close();
    return answer;
  }

  void stayConnected();
  return {
    seats: () => seats,
    /** Opens this show, and rejoins it after a reconnect. */
    join(showId: number) {
      if (seats.showId !== showId) seats = new SeatState(showId);
      return joinAgain();
    },
    ask,
    get: (path: string) => request((connection) => connection.get(`/api${path}`, token)),
    write(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, key?: string, as = token) {
      const headers = key ? `Idempotency-Key: ${key}\r\n` : '';
      const start = `${method} /api${path}`;
      return request((connection) => connection.write(start, as, body && JSON.stringify(body), headers));
    },
    isConnected: () => live !== undefined,
    close() {
      isClosed = true;
      live?.close();
      http?.close();
    },
  };
}
