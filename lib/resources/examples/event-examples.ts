/** An event of each type, as what happens in the demo store when its other examples are sent. */
import { type EventData, type EventType, objectOf } from '../events.ts';
import { demoStore } from './demo-store.ts';

interface Told<T extends EventType> {
  /** Of the object that it is about. */
  id: string;
  sequence: number;
  /** When it happened, where that is not the time of all examples. */
  time?: string;
  data: EventData<T>;
}

const told: { readonly [T in EventType]: Told<T> } = {
  'customer_address.created': { id: 'cad_01khdq50018v3k5x9w2t6r0ybn', sequence: 1, data: { customer_id: 'cus_ada' } },
  'customer_address.updated': { id: 'cad_adahome', sequence: 2, data: { customer_id: 'cus_ada' } },
  'customer_address.deleted': { id: 'cad_adaoffice', sequence: 2, data: { customer_id: 'cus_ada' } },
  'gift_option.created': { id: 'gft_01khdq50028v3k5x9w2t6r0ybn', sequence: 1, data: { site_id: 'sit_demo' } },
  'gift_option.updated': { id: 'gft_box', sequence: 2, data: { site_id: 'sit_demo' } },
  'gift_option.deleted': { id: 'gft_furoshiki', sequence: 2, data: { site_id: 'sit_demo' } },
  'gift_option.image_changed': { id: 'gft_box', sequence: 3, data: { site_id: 'sit_demo' } },
  'review.posted': {
    id: 'rev_01khdq50158v3k5x9w2t6r0ybn',
    sequence: 1,
    data: { product_id: 'pro_book', customer_id: 'cus_ada', rating: 5, status: 'published' },
  },
  'review.edited': {
    id: 'rev_00demo1',
    sequence: 2,
    data: { product_id: 'pro_teapot', customer_id: 'cus_ada', rating: 4, status: 'published' },
  },
  'review.deleted': {
    id: 'rev_00demo2',
    sequence: 2,
    data: { product_id: 'pro_cup', customer_id: 'cus_ada', rating: 4, status: 'published' },
  },
  'review.hidden': {
    id: 'rev_00demo3',
    sequence: 2,
    data: { product_id: 'pro_teapot', customer_id: 'cus_grace', rating: 2, status: 'hidden' },
  },
  'review.shown': {
    id: 'rev_00demo4',
    sequence: 2,
    data: { product_id: 'pro_cup', customer_id: 'cus_grace', rating: 1, status: 'published' },
  },
  'review.status_changed': {
    id: 'rev_00demo4',
    sequence: 3,
    data: { product_id: 'pro_cup', customer_id: 'cus_grace', rating: 1, status: 'banned' },
  },
  'product.rating_changed': { id: 'pro_teapot', sequence: 3, data: { review_count: 1, rating_average: 5 } },
  'gift_card.issued': {
    id: 'gcd_01khdq50068v3k5x9w2t6r0ybn',
    sequence: 1,
    data: { transaction_id: 'gct_01khdq50208v3k5x9w2t6r0ybn', amount: 5000, balance: 5000, order_id: null },
  },
  'gift_card.redeemed': {
    id: 'gcd_00birthday',
    sequence: 11,
    data: { transaction_id: 'gct_01khdq50218v3k5x9w2t6r0ybn', amount: -5500, balance: 500, order_id: 'ord_1042' },
  },
  'gift_card.refunded': {
    id: 'gcd_00birthday',
    sequence: 12,
    data: { transaction_id: 'gct_01khdq50228v3k5x9w2t6r0ybn', amount: 500, balance: 1000, order_id: 'ord_demo' },
  },
  'gift_card.adjusted': {
    id: 'gcd_00birthday',
    sequence: 9,
    data: { transaction_id: 'gct_01khdq50078v3k5x9w2t6r0ybn', amount: 500, balance: 6000, order_id: null },
  },
  'gift_card.disabled': {
    id: 'gcd_00welcome',
    sequence: 3,
    data: { transaction_id: 'gct_01khdq50238v3k5x9w2t6r0ybn', amount: 0, balance: 5000, order_id: null },
  },
  'gift_card.enabled': {
    id: 'gcd_00welcome',
    sequence: 4,
    data: { transaction_id: 'gct_01khdq50248v3k5x9w2t6r0ybn', amount: 0, balance: 5000, order_id: null },
  },
  'gift_card.updated': { id: 'gcd_00birthday', sequence: 8, data: { expires_at: '2029-12-31T23:59:59Z' } },
  'gift_card.code_replaced': { id: 'gcd_00welcome', sequence: 2, data: { expires_at: null } },
  'gift_card.expired': { id: 'gcd_00birthday', sequence: 14, time: '2030-01-01T00:00:41Z', data: { balance: 1000 } },
  'order.recorded': {
    id: 'ord_1042',
    sequence: 1,
    data: { status: 'paid', total: 6550, paid_by_gift_card: 5500, paid_by_card: 1050 },
  },
  'order.paid': {
    id: 'ord_pending',
    sequence: 2,
    data: { status: 'paid', total: 2500, paid_by_gift_card: 0, paid_by_card: 2500 },
  },
  'order.fulfilled': {
    id: 'ord_demo',
    sequence: 3,
    data: { status: 'fulfilled', total: 7000, paid_by_gift_card: 2000, paid_by_card: 5000 },
  },
  'order.cancelled': {
    id: 'ord_abandoned',
    sequence: 2,
    data: { status: 'cancelled', total: 2400, paid_by_gift_card: 1900, paid_by_card: 500 },
  },
  'order.refunded': {
    id: 'ord_demo',
    sequence: 4,
    data: {
      status: 'fulfilled',
      total: 7000,
      paid_by_gift_card: 2000,
      paid_by_card: 5000,
      to_gift_card: 500,
      to_card: 0,
      refund_id: 'refund_2',
    },
  },
  'waitlist.joined': {
    id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
    sequence: 1,
    data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
  },
  'waitlist.left': {
    id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
    sequence: 2,
    data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
  },
  'waitlist.notified': {
    id: 'wle_01khdq50318v3k5x9w2t6r0ybn',
    sequence: 2,
    data: { product_id: 'pro_cup', variant_id: 'prv_cup' },
  },
  'digital_file.uploaded': {
    id: 'pdf_01khdq50108v3k5x9w2t6r0ybn',
    sequence: 1,
    data: { product_id: 'pro_book', variant_id: 'prv_bookepub' },
  },
  'digital_file.deleted': {
    id: 'pdf_sampler',
    sequence: 2,
    data: { product_id: 'pro_book', variant_id: 'prv_booksampler' },
  },
};

/** As ids of changes and of deliveries look; the last figures are the type's. */
const ids = { change: 'evt_1f9d5ab0c4e8273b6d50e71c88a2f46b093e5d', delivery: '6a7e8feb-b491-4cf7-a9f1-bf37039867' };

/** An event of the type whole, as EventBridge hands it to its targets. */
export function exampleOfEvent(type: EventType) {
  const { id, sequence, time = '2026-02-14T09:30:00Z', data } = told[type];
  const place = String(Object.keys(told).indexOf(type) + 10);
  return {
    version: '0',
    id: `${ids.delivery}${place}`,
    'detail-type': type,
    source: 'StoreCommerceApi',
    account: '123456789012',
    time,
    region: 'us-east-1',
    resources: [],
    detail: {
      id: `${ids.change}${place}`,
      type,
      store_id: demoStore.store,
      created_at: time,
      sequence,
      object: { type: objectOf(type), id },
      data,
    },
  };
}
