import { functionExamplesOf } from '../../schema/examples.ts';
import { exampleTime } from '../../schema/field.ts';
import * as functions from './functions.ts';

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
