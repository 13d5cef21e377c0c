/** Where the pages of operations are. */
import type { Operation } from '../../lib/schema/operation.ts';
import { linkTo } from './page.ts';

export const pathOfSection = (section: string): string => `api/${section.toLowerCase().replaceAll(' ', '-')}`;

export const pathOfOperation = ({ name }: Operation): string => `api/${name}`;

export const linkToSection = (section: string): string => linkTo({ path: pathOfSection(section) });

export const linkToOperation = (operation: Operation): string => linkTo({ path: pathOfOperation(operation) });
