import { functionExample } from '../../schema/examples.ts';
import * as catalogFunctions from '../catalog/functions.ts';
import * as customersFunctions from '../customers/functions.ts';
import { exportCustomer } from '../customers/functions.ts';
import * as ledger from '../gift-cards/functions.ts';
import * as reviewsFunctions from '../reviews/functions.ts';
import * as operator from '../stores/functions.ts';

export const functions = [
  functionExample(ledger.auditLedger, {
    payload: { store_id: 'sto_demo' },
    result: { checked: 4, findings: [], next: 'ord_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' },
  }),
  functionExample(reviewsFunctions.auditRatings, {
    payload: { store_id: 'sto_demo' },
    result: { audited: 4, drifts: [], next: null },
  }),
  functionExample(operator.createApiKey, {
    payload: { store_id: 'sto_demo', name: 'Back office', permission: 'Write' },
    result: {
      key_id: 'key_01khdq50148v3k5x9w2t6r0ybn',
      name: 'Back office',
      permission: 'Write',
      api_key: 'sk_demo_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA',
      created_at: '2026-02-14T09:30:00Z',
      expires_at: null,
    },
  }),
  functionExample(operator.createStore, {
    payload: {
      store_id: 'sto_teahouse',
      name: 'Tea house',
      currency: 'EUR',
      rate_limit: { requests: 1200, window_seconds: 60 },
    },
    result: {
      id: 'sto_teahouse',
      name: 'Tea house',
      currency: 'EUR',
      rate_limit: { requests: 1200, window_seconds: 60 },
      created_at: '2026-02-14T09:30:00Z',
    },
  }),
  functionExample(customersFunctions.deleteCustomer, {
    payload: { store_id: 'sto_demo', customer_id: 'cus_margaret' },
    result: { customer_id: 'cus_margaret', deleted: true },
  }),
  functionExample(exportCustomer, {
    payload: { store_id: 'sto_demo', customer_id: 'cus_alan' },
    result: {
      data: [
        {
          type: 'customer',
          id: 'cus_alan',
          email: 'alan@example.com',
          email_verified: false,
          first_name: 'Alan',
          last_name: 'Turing',
          standing: 'good',
        },
        {
          type: 'waitlist_entry',
          id: 'wle_01khdq50148v3k5x9w2t6r0ybn',
          product_id: 'pro_teapot',
          variant_id: 'prv_teapotsmall',
          email: 'alan@example.com',
          site_id: null,
          joined_at: '2026-02-14T09:30:00Z',
        },
      ],
      has_more: false,
      next: null,
    },
  }),
  functionExample(catalogFunctions.importRecords, {
    payload: {
      store_id: 'sto_demo',
      customers: [
        {
          id: 'cus_katherine',
          email: 'katherine@example.com',
          email_verified: true,
          first_name: 'Katherine',
          last_name: 'Johnson',
        },
      ],
      products: [
        {
          id: 'pro_strainer',
          name: 'Tea strainer',
          status: 'active',
          description: 'Fine steel mesh.',
          delivery: 'physical',
          created_at: '2026-02-01T09:00:00Z',
          updated_at: '2026-02-01T09:00:00Z',
          variants: [{ id: 'prv_strainer', name: 'Steel' }],
        },
      ],
    },
    result: { imported: { sites: 0, customers: 1, products: 1 } },
  }),
  functionExample(operator.listApiKeys, {
    payload: { store_id: 'sto_demo', limit: 2 },
    result: {
      data: [
        {
          key_id: 'key_demowrite',
          name: 'Demo write key',
          permission: 'Write',
          created_at: '2026-02-14T09:30:00Z',
          expires_at: null,
          revoked_at: null,
        },
        {
          key_id: 'key_demospare',
          name: 'Kiosk',
          permission: 'Read',
          created_at: '2026-02-14T09:30:00Z',
          expires_at: null,
          revoked_at: null,
        },
      ],
      has_more: true,
    },
  }),
  functionExample(operator.listStores, {
    payload: { limit: 1 },
    result: {
      data: [
        {
          id: 'sto_demo',
          name: 'Demo store',
          currency: 'USD',
          rate_limit: { requests: 600, window_seconds: 60 },
          created_at: '2026-02-14T09:30:00Z',
        },
      ],
      has_more: true,
    },
  }),
  functionExample(ledger.exportGiftCards, {
    payload: { store_id: 'sto_demo', after: 'gcd_00birthday', after_transaction: 'gct_0' },
    result: {
      data: [
        {
          gift_card: {
            id: 'gcd_00birthday',
            last4: 'DEM2',
            currency: 'USD',
            initial_value: 5000,
            balance: 6000,
            status: 'active',
            recipient_email: 'grace@example.com',
            message: 'Happy birthday, Grace!',
            note: 'Asked for a later date',
            expires_at: '2029-12-31T23:59:59Z',
            disabled_at: null,
            created_at: '2026-02-14T09:30:00Z',
            updated_at: '2026-02-14T09:30:00Z',
          },
          transactions: [
            {
              id: 'gct_01khdq50078v3k5x9w2t6r0ybn',
              type: 'issued',
              amount: 5000,
              balance: 5000,
              order_id: null,
              note: null,
              actor: { type: 'api_key', name: 'Demo write key' },
              created_at: '2026-02-14T09:30:00Z',
            },
            {
              id: 'gct_01khdq50088v3k5x9w2t6r0ybn',
              type: 'redeemed',
              amount: -2000,
              balance: 3000,
              order_id: 'ord_demo',
              note: null,
              actor: { type: 'customer', name: 'ada@example.com' },
              created_at: '2026-02-14T09:30:00Z',
            },
            {
              id: 'gct_01khdq50098v3k5x9w2t6r0ybn',
              type: 'refunded',
              amount: 1500,
              balance: 4500,
              order_id: 'ord_demo',
              note: null,
              actor: { type: 'system', name: null },
              created_at: '2026-02-14T09:30:00Z',
            },
            {
              id: 'gct_01khdq500a8v3k5x9w2t6r0ybn',
              type: 'adjusted',
              amount: 1000,
              balance: 5500,
              order_id: null,
              note: 'Sorry for the delay',
              actor: { type: 'api_key', name: 'Demo write key' },
              created_at: '2026-02-14T09:30:00Z',
            },
            {
              id: 'gct_01khdq500b8v3k5x9w2t6r0ybn',
              type: 'adjusted',
              amount: 500,
              balance: 6000,
              order_id: null,
              note: 'Lid was missing',
              actor: { type: 'api_key', name: 'Demo write key' },
              created_at: '2026-02-14T09:30:00Z',
            },
          ],
        },
      ],
      next: null,
    },
  }),
  functionExample(ledger.reportLiability, {
    payload: { store_id: 'sto_demo', at: '2026-02-01T00:00:00Z' },
    result: {
      at: '2026-02-01T00:00:00Z',
      statuses: {
        active: { cards: 1, balance: 5000 },
        disabled: { cards: 0, balance: 0 },
        used: { cards: 0, balance: 0 },
        expired: { cards: 0, balance: 0 },
      },
      next: null,
    },
  }),
  functionExample(operator.revokeApiKey, {
    payload: { store_id: 'sto_demo', key_id: 'key_demospare' },
    result: { key_id: 'key_demospare', revoked_at: '2026-02-14T09:30:00Z' },
  }),
  functionExample(customersFunctions.setCustomerStanding, {
    payload: { store_id: 'sto_demo', customer_id: 'cus_alan', standing: 'shadowbanned' },
    result: { customer_id: 'cus_alan', standing: 'shadowbanned', reviews_changed: 0 },
  }),
  functionExample(operator.updateStore, {
    payload: { store_id: 'sto_demo', name: 'Teapots & Co' },
    result: {
      id: 'sto_demo',
      name: 'Teapots & Co',
      currency: 'USD',
      rate_limit: { requests: 600, window_seconds: 60 },
      created_at: '2026-02-14T09:30:00Z',
    },
  }),
];
