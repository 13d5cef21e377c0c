import type { Store } from '../domain/store.ts';
import { get } from './entities.ts';
import { keys } from './keys.ts';

export const getStore = (id: string) => get<Store>(keys.store(id));
