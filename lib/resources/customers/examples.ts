import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { exampleTime } from '../../schema/field.ts';
import { demoStore } from '../demo-store.ts';
import { returned } from '../orders/examples.ts';
import { waitlistEntry } from '../waitlist/fields.ts';
import { customer, standingInput } from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ofAda = { id: demoStore.customers.ada };

export const examples = examplesOf(operations, {
  getCustomer: { path: ofAda, reply: exampleOutput(customer) },
  listCustomerOrders: { path: { id: demoStore.customers.grace }, reply: { data: [returned], has_more: false } },
  listCustomerWaitlist: {
    path: { id: demoStore.customers.alan },
    reply: { data: [exampleOutput(waitlistEntry)], has_more: false },
  },
  changeCustomerStanding: {
    path: { id: demoStore.customers.margaret },
    body: exampleOutput(standingInput),
    reply: exampleOutput(customer, {
      id: demoStore.customers.margaret,
      email: 'margaret@example.com',
      first_name: 'Margaret',
      last_name: 'Hamilton',
      standing: 'banned',
    }),
  },
});

export const functionExamples = functionExamplesOf(functions, {
  setCustomerStanding: {},
  deleteCustomer: {},
  forgetAddress: {},
  exportCustomer: {
    result: {
      data: [
        {
          type: 'customer',
          id: 'cus_alan',
          email: 'alan@example.com',
          email_verified: false,
          first_name: 'Alan',
          last_name: 'Turing',
          locale: null,
          standing: 'good',
          created_at: exampleTime,
          updated_at: exampleTime,
          unsubscribed_at: null,
        },
        {
          type: 'waitlist_entry',
          id: 'wle_01khdq50148v3k5x9w2t6r0ybn',
          product_id: 'pro_teapot',
          variant_id: 'prv_teapotsmall',
          email: 'alan@example.com',
          site_id: null,
          locale: null,
          joined_at: exampleTime,
        },
      ],
    },
  },
});
