/** Where the requests of tests go in: straight into handlers, or through the door of a service that runs somewhere. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpRequest } from '../../lib/gateway/proxy-event.ts';
import type { Response } from './http/documented.ts';

export interface Door {
  send(request: HttpRequest): Promise<Response>;
  /** A function's result, or what Lambda reports of its refusal. */
  invoke(name: string, payload: unknown): Promise<object>;
}

const doors = new AsyncLocalStorage<Door>();

/** Does something with calls and invocations through a door. */
export const through = <T>(door: Door, work: () => T): T => doors.run(door, work);

/** The door that is used at the moment; undefined if handlers are called. */
export const doorInUse = (): Door | undefined => doors.getStore();
